import { apiKeyUseRoles } from '@kontor/contract/organisations/api-keys.rules'
import type { OwnApiKey } from '@kontor/contract/organisations/api-keys.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { isAllowed, lackedRoles, type Role } from '@kontor/contract/roles'
import { type Selectable, sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { ApiKey as StoredKey } from '../../schema.ts'
import { apiKeySource } from './api-key.rows.ts'

/** The keys of a merchant that the actor may see: newest first, and ended ones last. */
export async function listApiKeys(db: Reader, actor: Actor): Promise<OwnApiKey[]> {
  const { rows } = await sql<OwnApiKey>`
    select row.*, organisation.name as organisation_name, merchant.name as merchant_name
    from (${apiKeySource.rows(db, actor)}) as row
    join organisation on organisation.merchant_id = row.merchant and organisation.id = row.organisation
    join merchant on merchant.id = row.merchant
    order by row.status in ('REVOKED', 'EXPIRED'), row.created_at desc, row.id limit 500`.execute(db)
  if (isAllowed(apiKeyUseRoles, actor.roles)) return rows
  return rows.map((row) => ({ ...row, last_used_ip: null, revoker: null }))
}

export async function lockApiKey(trx: Trx, actor: Actor, id: string): Promise<Locked<Selectable<StoredKey>>> {
  const key = await lockRow(
    trx.selectFrom('api_key').selectAll().where('id', '=', id).where(visibleTo(actor, 'api_key')),
  )
  if (!key) throw new Refusal('not_found')
  return key
}

/** True when no program can use the key any more. */
export const hasEnded = (key: Locked<Selectable<StoredKey>>, now: Date): boolean =>
  key.revoked_at !== null || (key.expires_at !== null && Date.parse(key.expires_at) <= now.getTime())

/** Nobody lets more addresses use a key with roles that they lack themselves: theirs may be among them. */
export async function refuseWiderNetworks(
  trx: Trx,
  actor: Actor,
  key: Locked<Selectable<StoredKey>>,
  { roles, allowed_ips }: { roles: readonly Role[]; allowed_ips: readonly string[] | null },
): Promise<void> {
  if (key.allowed_ips === null || lackedRoles(actor.roles, roles).length === 0) return
  const { rows } = await sql`select from unnest(${allowed_ips}::inet[]) as wanted
    where not exists (select from unnest(${key.allowed_ips}::inet[]) as present where wanted <<= present)`.execute(trx)
  if (allowed_ips === null || rows.length > 0)
    throw new Refusal('invalid_request', { 'body.allowed_ips': 'lacks_roles_of_key' })
}
