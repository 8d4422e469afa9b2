import { heldRoles, type Role } from '@kontor/contract/roles'
import { sql } from 'kysely'
import type { Databases, Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { asFixed } from '../../platform/db/kept-plans.ts'
import { lackedModules } from '../../platform/db/lacked-modules.ts'
import { plainAddress, withinNetworks } from '../../platform/db/within-networks.ts'
import { hashOf, newSecret } from './secrets.ts'

const prefix = 'kontor_'

export interface NewApiKey {
  merchant: string
  organisation: string
  name: string
  roles: readonly Role[]
  expires_at?: string | null
  created_by?: string
  allowed_ips?: readonly string[] | null
  /** The first key of the line, when the key replaces another. */
  program?: string
}

/** Creates a key for a program. The returned secret is shown once, because only its hash is kept. */
export async function issueApiKey(trx: Trx, key: NewApiKey, now: Date): Promise<string> {
  return (await makeApiKey(trx, key, now)).secret
}

export async function makeApiKey(trx: Trx, key: NewApiKey, now: Date): Promise<{ id: string; secret: string }> {
  const secret = `${prefix}${newSecret()}`
  const made = newId(now)
  await trx
    .insertInto('api_key')
    .values({
      merchant_id: key.merchant,
      organisation_id: key.organisation,
      ...made,
      name: key.name,
      prefix: secret.slice(0, prefix.length + 6),
      secret_hash: hashOf(secret),
      roles: [...key.roles],
      expires_at: key.expires_at ?? null,
      created_by: key.created_by ?? null,
      allowed_ips: key.allowed_ips ? [...key.allowed_ips] : null,
      program_id: key.program ?? null,
    })
    .execute()
  return { id: made.id, secret }
}

/** The API key of a secret; undefined unless it is valid, its merchant is active, and the address is allowed. */
export async function findApiKey(databases: Databases, secret: string, ip: string, now: Date) {
  const found = databases.provider
    .selectFrom('api_key')
    .innerJoin('merchant', 'merchant.id', 'api_key.merchant_id')
    .select([
      'api_key.merchant_id',
      'api_key.id',
      'api_key.program_id',
      'api_key.organisation_id',
      'api_key.name',
      'api_key.roles',
      'merchant.time_zone',
      'api_key.last_used_at',
      lackedModules.as('lacks'),
    ])
    .where('api_key.secret_hash', '=', hashOf(secret))
    .where('api_key.revoked_at', 'is', null)
    .where('merchant.active', '=', true)
    .where((eb) => eb.or([eb('api_key.expires_at', 'is', null), eb('api_key.expires_at', '>', now.toISOString())]))
    .where(withinNetworks(ip, sql`api_key.allowed_ips`))
  const [key] = (await asFixed(found).execute(databases.provider)).rows
  if (!key) return undefined
  await noteUse(databases, key, plainAddress(ip), now)
  return { ...key, roles: heldRoles(key.roles, 'merchant') }
}

/** Records the use of a key and its address to the minute: a write for every request would cost too much. */
async function noteUse(
  databases: Databases,
  key: { merchant_id: string; id: string; last_used_at: string | null },
  ip: string | null,
  now: Date,
): Promise<void> {
  if (key.last_used_at && Date.parse(key.last_used_at) > now.getTime() - 60_000) return
  await databases.provider
    .updateTable('api_key')
    .set({ last_used_at: now.toISOString(), last_used_ip: ip })
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    // Two requests at once: the later use stays.
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', now.toISOString())]))
    .execute()
}
