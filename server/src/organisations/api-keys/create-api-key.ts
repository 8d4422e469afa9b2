import type { ReadBody } from '@kontor/contract/endpoint'
import type { createApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { longestLife_days } from '@kontor/contract/organisations/api-keys.rules'
import { Refusal } from '@kontor/contract/refusal'
import { makeApiKey } from '../../identity/access/api-keys.ts'
import { refuseLackedRoles } from '../../identity/access/refuse-lacked-roles.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { endOfDay } from '../../platform/time/end-of-day.ts'
import { visibleOrganisation } from '../visible-organisation.ts'

const day_ms = 86_400_000

export async function createApiKey(
  trx: Trx,
  actor: Actor,
  input: ReadBody<typeof createApiKeyEndpoint>,
  now: Date,
): Promise<{ id: string; secret: string }> {
  const { id: organisation, merchant } = await visibleOrganisation(trx, actor, input.organisation)
  refuseLackedRoles(actor, input.roles)
  return makeApiKey(
    trx,
    {
      merchant,
      organisation,
      name: input.name,
      roles: [...new Set(input.roles)],
      expires_at: await expiryOf(trx, actor, input, now),
      allowed_ips: input.allowed_ips?.length ? input.allowed_ips : null,
      created_by: actor.name,
    },
    now,
  )
}

/** Null: never. A day without a time ends with its last millisecond in the actor's zone. */
async function expiryOf(
  trx: Trx,
  actor: Actor,
  { expires_in_days, expires_at }: ReadBody<typeof createApiKeyEndpoint>,
  now: Date,
): Promise<string | null> {
  if (expires_in_days !== undefined) return new Date(now.getTime() + expires_in_days * day_ms).toISOString()
  if (expires_at === undefined) return null
  const at = expires_at.length > 10 ? new Date(expires_at) : await endOfDay(trx, expires_at, actor.time_zone)
  if (at <= now) throw new Refusal('invalid_request', { 'body.expires_at': 'not_in_the_future' })
  if (at.getTime() - now.getTime() > longestLife_days * day_ms)
    throw new Refusal('invalid_request', { 'body.expires_at': 'more_than_ten_years_ahead' })
  return at.toISOString()
}
