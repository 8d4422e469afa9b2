import type { ReadBody } from '@kontor/contract/endpoint'
import type { rotateApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { heldRoles } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { makeApiKey } from '../../identity/access/api-keys.ts'
import { refuseLackedRoles } from '../../identity/access/refuse-lacked-roles.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { hasEnded, lockApiKey } from './api-keys.ts'
import { expiryOf } from './key-expiry.ts'

/** Makes a new key with the rights of the old one. It expires when the old one would have, unless another end is asked for. */
export async function rotateApiKey(
  trx: Trx,
  actor: Actor,
  id: string,
  { overlap_hours, expires_at }: ReadBody<typeof rotateApiKeyEndpoint>,
  now: Date,
): Promise<{ id: string; secret: string }> {
  const old = await lockApiKey(trx, actor, id)
  if (hasEnded(old, now) || old.successor_id !== null) throw new Refusal('api_key_ended')
  const roles = heldRoles(old.roles, 'merchant')
  // The secret of the new key would give these roles to whoever sees it.
  refuseLackedRoles(actor, roles, 'forbidden')
  const made = await makeApiKey(
    trx,
    {
      merchant: old.merchant_id,
      organisation: old.organisation_id,
      name: old.name,
      roles,
      expires_at: expires_at === undefined ? old.expires_at : await expiryOf(trx, actor, { expires_at }, now),
      allowed_ips: old.allowed_ips,
      program: old.program_id ?? old.id,
      created_by: actor.name,
    },
    now,
  )
  await trx
    .updateTable('api_key')
    .set({
      successor_id: made.id,
      expires_at: sql<string>`least(expires_at, ${later(now, overlap_hours * 3_600_000)}::timestamptz)`,
    })
    .where('merchant_id', '=', old.merchant_id)
    .where('id', '=', id)
    .execute()
  return made
}

const later = (now: Date, by_ms: number) => new Date(now.getTime() + by_ms).toISOString()
