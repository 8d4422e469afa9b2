import { longestLife_days } from '@kontor/contract/organisations/api-keys.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { endOfDay } from '../../platform/time/end-of-day.ts'

interface Asked {
  expires_in_days?: number | undefined
  expires_at?: string | undefined
}

const day_ms = 86_400_000

/** When a new key expires. Null: never. A day without a time ends with its last millisecond in the actor's zone. */
export async function expiryOf(
  trx: Trx,
  actor: Actor,
  { expires_in_days, expires_at }: Asked,
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
