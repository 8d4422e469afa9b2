import type { ApiKey, NewApiKey } from '@kontor/contract/organisations/api-keys.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { heldRoles, type Role } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { makeApiKey } from '../identity/access/api-keys.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { visibleOrganisation } from './visible-organisation.ts'

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

interface Input {
  name: string
  organisation: string
  roles: readonly Role[]
  expires_in_days?: number | undefined
  allowed_ips?: readonly string[] | undefined
}

const day_ms = 86_400_000

export async function createKey(trx: Trx, actor: Actor, input: Input, now: Date): Promise<NewApiKey> {
  const { id: organisation, merchant } = await visibleOrganisation(trx, actor, input.organisation)
  const { id, secret } = await makeApiKey(
    trx,
    {
      merchant,
      organisation,
      name: input.name,
      roles: [...new Set(input.roles)],
      expires_at: input.expires_in_days ? later(now, input.expires_in_days * day_ms) : null,
      allowed_ips: input.allowed_ips?.length ? input.allowed_ips : null,
      created_by: actor.name,
    },
    now,
  )
  return { ...(await getApiKey(trx, actor, now, id)), secret }
}

/** Makes a new key with the rights and the expiry of the old one. */
export async function rotateKey(
  trx: Trx,
  actor: Actor,
  id: string,
  overlap_hours: number,
  now: Date,
): Promise<NewApiKey> {
  const old = await lockKey(trx, actor, id)
  const hasEnded = old.revoked_at !== null || (old.expires_at !== null && Date.parse(old.expires_at) <= now.getTime())
  if (hasEnded || old.successor_id !== null) throw new Refusal('api_key_ended')
  const life = old.expires_at && Date.parse(old.expires_at) - Date.parse(old.created_at)
  const made = await makeApiKey(
    trx,
    {
      merchant: old.merchant_id,
      organisation: old.organisation_id,
      name: old.name,
      roles: heldRoles(old.roles, 'merchant'),
      expires_at: life ? later(now, life) : null,
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
  return { ...(await getApiKey(trx, actor, now, made.id)), secret: made.secret }
}

export async function revokeKey(trx: Trx, actor: Actor, id: string, now: Date): Promise<ApiKey> {
  const key = await lockKey(trx, actor, id)
  if (key.revoked_at === null)
    await trx
      .updateTable('api_key')
      .set({ revoked_at: now.toISOString(), revoker: actor.name })
      .where('merchant_id', '=', key.merchant_id)
      .where('id', '=', id)
      .execute()
  return getApiKey(trx, actor, now, id)
}

async function lockKey(trx: Trx, actor: Actor, id: string) {
  const key = await trx
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(actor, 'api_key'))
    .forUpdate()
    .executeTakeFirst()
  if (!key) throw new Refusal('not_found')
  return key
}

const later = (now: Date, by_ms: number) => new Date(now.getTime() + by_ms).toISOString()
