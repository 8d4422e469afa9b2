import { type RawBuilder, sql } from 'kysely'
import { numbersOf } from '../pricing/kind-numbers.ts'

/** The kinds of transfers that cover what a settlement carried below zero, as a list of SQL. */
export const covering = numbersOf('reserve_used', 'debt_collected', 'written_off')

const ofSettlement = (row: string): RawBuilder<unknown> =>
  sql.raw(
    `${row}.merchant_id = s.merchant_id and ${row}.book_id = s.book_id and ${row}.currency_code = s.currency_code`,
  )

/**
 * What a merchant owes by a settlement `s`, in minor units: what the last one of a book carried below zero, less what was paid,
 * taken from its reserve or given up since. 0 for all others.
 */
export const owed = sql`(case when s.carried >= 0 or exists (
    select from settlement later where ${ofSettlement('later')} and upper(later.covers) > upper(s.covers)) then 0
  else greatest(0, -s.carried - coalesce((
    select sum(a.amount) from ledger_available a where ${ofSettlement('a')} and a.available_on >= upper(s.covers)
      and a.kind in (${covering})), 0)) end)::bigint`

/** The part of the debt that neither later bookings nor the reserve cover. */
export const uncovered = sql`least(${owed}, greatest(0, -coalesce((
  select sum(b.credit - b.debit) from ledger_balance b where ${ofSettlement('b')} and b.code in (30, 31)), 0)))::bigint`
