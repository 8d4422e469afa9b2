import { livingStatuses, newAccountLimits } from '@kontor/contract/bank-accounts/bank-account.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader, Trx } from '../platform/db/database.ts'
import { inTurn } from '../platform/db/locked.ts'

/** Refuses a further account of a merchant. Each one is a question to a bank and a mail to many. `now` is the wall clock's. */
export async function requireRoom(trx: Trx, merchant: string, now: Date): Promise<void> {
  await inTurn(trx, `bank_account/${merchant}`)
  const { lately, living } = await countAccounts(trx, merchant, now)
  const { each_day, living: most } = newAccountLimits
  if (lately >= each_day) throw new Refusal('too_many_bank_accounts', { most: each_day })
  if (living >= most) throw new Refusal('limit_reached', { most })
}

/** False: a further account would be refused, so that no bank is asked about it. */
export async function hasRoom(db: Reader, merchant: string, now: Date, { replaces }: { replaces: boolean }) {
  const { lately, living } = await countAccounts(db, merchant, now)
  return lately < newAccountLimits.each_day && living - (replaces ? 1 : 0) < newAccountLimits.living
}

async function countAccounts(db: Reader, merchant: string, now: Date): Promise<{ lately: number; living: number }> {
  const since = new Date(now.getTime() - 24 * 3_600_000).toISOString()
  const { rows } = await sql<{ lately: number; living: number }>`
    select count(*) filter (where created_at > ${since})::int as lately,
      count(*) filter (where status = any(${[...livingStatuses]}))::int as living
    from bank_account where merchant_id = ${merchant}`.execute(db)
  return rows[0] ?? { lately: 0, living: 0 }
}
