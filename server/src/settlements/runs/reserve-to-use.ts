import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { covering } from '../debt.ts'
import type { Settled } from '../settled.ts'

/**
 * What the reserve of a book pays of a negative closing: as much as it holds. What an earlier closing took,
 * the merchant paid at the bank or the provider gave up, and is only in a later settlement, is not taken again.
 */
export async function reserveToUse(trx: Trx, of: Settled, carried: bigint, through: string): Promise<bigint> {
  if (carried >= 0n) return 0n
  const { merchant_id, book_id, currency_code } = of
  const ofBook = sql`merchant_id = ${merchant_id} and book_id = ${book_id} and currency_code = ${currency_code}`
  const { rows } = await sql<{ held: string; coming: string }>`
    select (select coalesce(sum(credit - debit), 0) from ledger_balance where ${ofBook} and code = 31)::text as held,
      (select coalesce(sum(amount), 0) from ledger_available
        where ${ofBook} and kind in (${covering}) and available_on > ${through}::date)::text as coming`.execute(trx)
  const [held, coming] = [BigInt(rows[0]?.held ?? 0), BigInt(rows[0]?.coming ?? 0)]
  const missing = -carried - coming
  const used = missing < held ? missing : held
  return used > 0n ? used : 0n
}
