import { sql } from 'kysely'
import type { Trx } from '../platform/db/database.ts'

interface Used {
  merchant_id: string
  book_id: string
  currency_code: string
  kind: string
  amount: number | bigint
}

/** What is taken out of a reserve is not released later: the holds that would be released first are used up first. */
export async function useHeld(trx: Trx, transfers: readonly Used[], first_open: string): Promise<void> {
  for (const { merchant_id, book_id, currency_code, amount } of transfers.filter(({ kind }) => kind === 'reserve_used'))
    await sql`
      with before as (
        select release_on, business_day, amount, sum(amount) over (order by release_on, business_day) - amount as earlier
        from ledger_hold
        where merchant_id = ${merchant_id} and book_id = ${book_id} and currency_code = ${currency_code}
          and release_on >= ${first_open}::date)
      update ledger_hold h set amount = h.amount - least(b.amount, ${String(amount)}::bigint - b.earlier)
      from before b
      where h.merchant_id = ${merchant_id} and h.book_id = ${book_id} and h.currency_code = ${currency_code}
        and h.release_on = b.release_on and h.business_day = b.business_day and b.earlier < ${String(amount)}::bigint`.execute(
      trx,
    )
}
