import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'

/**
 * The next number of the year in which an invoice is issued. Its row stays locked until the transaction ends, and a transaction
 * that fails gives the number back: so there is no gap and none twice.
 */
export async function nextInvoiceNumber(trx: Trx, issued_on: string): Promise<string> {
  const year = issued_on.slice(0, 4)
  const { rows } = await sql<{ last: number }>`
    insert into invoice_number as known (year, last) values (${Number(year)}, 1)
    on conflict (year) do update set last = known.last + 1 returning last`.execute(trx)
  return `KF-${year}-${String(rows[0]?.last).padStart(6, '0')}`
}
