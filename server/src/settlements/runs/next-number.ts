import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/** Without those that look like others. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * The statement that takes the next number of a merchant's settlements, as `number`: without gaps, because the transaction that
 * uses it takes it. Six drawn letters tell merchants apart, so that the number is also a reference among all payouts and says
 * nothing of other merchants.
 */
export function takeNumber(merchant: string): RawBuilder<{ number: string }> {
  const drawn = Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')
  return sql`(
    insert into settlement_number as known (merchant_id, code, last) values (${merchant}, ${drawn}, 1)
    on conflict (merchant_id) do update set last = known.last + 1
    returning code || '-' || lpad(last::text, greatest(6, length(last::text)), '0') as number)`
}
