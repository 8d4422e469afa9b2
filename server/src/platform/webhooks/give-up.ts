import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../db/database.ts'

/** True of a row of `webhook` whose address is switched off. */
export const waitsForSwitchedOff = sql<SqlBool>`exists (select from webhook_address a where a.merchant_id = webhook.merchant_id
  and a.address_key = webhook.address_key and a.switched_off_at is not null)`

/**
 * Gives up webhooks that have waited for so many days for an address that is switched off (docs/adr/0243): a receiver that comes back
 * later reads what became of its payments. Gives their number.
 */
export async function giveUpSwitchedOff(
  db: Reader,
  { after_days, most }: { after_days: number; most: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with waiting as materialized (
      select w.merchant_id, w.id from webhook_address a
      join webhook w on w.merchant_id = a.merchant_id and w.address_key = a.address_key and w.done_at is null
      where a.switched_off_at is not null and (w.leased_until is null or w.leased_until < now())
        and w.created_at < engine_now() - make_interval(days => ${after_days})
      limit ${most} for update of w skip locked
    ), given_up as (
      update webhook w set done_at = engine_now(), attempts = attempts + 1,
        outcome = case when delivered_on is null then 'given_up' else 'delivered' end
      from waiting where w.merchant_id = waiting.merchant_id and w.id = waiting.id
      returning w.merchant_id, w.id, w.attempts
    )
    insert into webhook_attempt (merchant_id, webhook_id, attempt, duration_ms, response_code, problem)
    select merchant_id, id, attempts, 0, 0, 'address_off' from given_up`.execute(db)
  return Number(numAffectedRows)
}
