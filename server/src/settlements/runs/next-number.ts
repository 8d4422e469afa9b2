import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'

/** Without those that look like others. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * The next number of a merchant's settlements: without gaps, because it is taken in the transaction that uses it. Six drawn
 * letters tell merchants apart, so that the number is also a reference among all payouts and says nothing of other merchants.
 */
export async function nextNumber(trx: Trx, merchant: string): Promise<string> {
  const drawn = Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')
  const { rows } = await sql<{ code: string; last: number }>`
    insert into settlement_number as known (merchant_id, code, last) values (${merchant}, ${drawn}, 1)
    on conflict (merchant_id) do update set last = known.last + 1 returning code, last`.execute(trx)
  const [number] = rows
  if (!number) throw new Error('a merchant without a number')
  const { code, last } = number
  return `${code}-${String(last).padStart(6, '0')}`
}
