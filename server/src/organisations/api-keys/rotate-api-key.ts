import type { ReadBody } from '@kontor/contract/endpoint'
import type { rotateApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import type { NewApiKey } from '@kontor/contract/organisations/api-keys.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { heldRoles } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { makeApiKey } from '../../identity/access/api-keys.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { getApiKey, lockApiKey } from './api-keys.ts'

/** Makes a new key with the rights and the expiry of the old one. */
export async function rotateApiKey(
  trx: Trx,
  actor: Actor,
  id: string,
  { overlap_hours }: ReadBody<typeof rotateApiKeyEndpoint>,
  now: Date,
): Promise<NewApiKey> {
  const old = await lockApiKey(trx, actor, id)
  const hasEnded = old.revoked_at !== null || (old.expires_at !== null && Date.parse(old.expires_at) <= now.getTime())
  if (hasEnded || old.successor_id !== null) throw new Refusal('api_key_ended')
  const life_ms = old.expires_at && Date.parse(old.expires_at) - Date.parse(old.created_at)
  const made = await makeApiKey(
    trx,
    {
      merchant: old.merchant_id,
      organisation: old.organisation_id,
      name: old.name,
      roles: heldRoles(old.roles, 'merchant'),
      expires_at: life_ms ? later(now, life_ms) : null,
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

const later = (now: Date, by_ms: number) => new Date(now.getTime() + by_ms).toISOString()
