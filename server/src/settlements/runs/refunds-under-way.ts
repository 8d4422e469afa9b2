import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { Settled } from '../settled.ts'

/**
 * Refunds of a book whose end is not known yet, in minor units. They are not paid out: their money could leave a second time.
 * A refund belongs to the book in which its payment was booked.
 */
export async function refundsUnderWay(db: Reader, { merchant_id, book_id, currency_code }: Settled): Promise<bigint> {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(r.amount), 0)::text as amount from refund r
    where r.merchant_id = ${merchant_id} and r.status in ('PENDING', 'HOLD', 'UNKNOWN')
      and exists (select from ledger_transfer t where t.merchant_id = r.merchant_id and t.transaction_id = r.transaction_id
        and t.kind = 1 and t.book_id = ${book_id} and t.currency_code = ${currency_code})`.execute(db)
  return BigInt(rows[0]?.amount ?? 0)
}
