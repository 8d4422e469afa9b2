import type { ApiKey } from '@kontor/contract/organisations/api-keys.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { type Selectable, sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { ApiKey as StoredKey } from '../../schema.ts'

/** The keys that the actor may see: newest first, and ended ones last. */
export async function listApiKeys(db: Reader, actor: Actor, now: Date, id?: string): Promise<ApiKey[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<ApiKey>`
    select k.id, k.created_at, k.created_by, k.name, k.prefix, k.roles, k.organisation_id as organisation,
      o.name as organisation_name, k.last_used_at, k.expires_at, k.allowed_ips, case
        when k.revoked_at is not null then 'REVOKED'
        when k.expires_at <= ${at} then 'EXPIRED'
        when k.successor_id is not null then 'ROTATING'
        when k.expires_at < ${at} + interval '14 days' then 'EXPIRING'
        else 'ACTIVE' end as status
    from api_key k join organisation o on o.merchant_id = k.merchant_id and o.id = k.organisation_id
    where ${visibleTo(actor, 'k')} ${id === undefined ? sql`` : sql`and k.id = ${id}`}
    order by coalesce(k.revoked_at is not null or k.expires_at <= ${at}, false), k.created_at desc, k.id limit 500`.execute(
    db,
  )
  return rows
}

export async function getApiKey(db: Reader, actor: Actor, now: Date, id: string): Promise<ApiKey> {
  const [key] = await listApiKeys(db, actor, now, id)
  if (!key) throw new Refusal('not_found')
  return key
}

export async function lockApiKey(trx: Trx, actor: Actor, id: string): Promise<Locked<Selectable<StoredKey>>> {
  const key = await lockRow(
    trx.selectFrom('api_key').selectAll().where('id', '=', id).where(visibleTo(actor, 'api_key')),
  )
  if (!key) throw new Refusal('not_found')
  return key
}
