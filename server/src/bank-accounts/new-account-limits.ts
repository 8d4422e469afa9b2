import { livingStatuses, newAccountLimits } from '@kontor/contract/bank-accounts/bank-account.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader, Trx } from '../platform/db/database.ts'
import { inTurn } from '../platform/db/locked.ts'

/** Refuses a further account of a merchant. Each one is a question to a bank and a mail to many. `now` is the wall clock's. */
export async function requireRoom(trx: Trx, merchant: string, now: Date): Promise<void> {
  await inTurn(trx, `bank_account/${merchant}`)
  const { lately, living, room_in_s } = await countAccounts(trx, merchant, now)
  const { each_day, living: most } = newAccountLimits
  if (lately >= each_day)
    throw new Refusal('too_many_bank_accounts', { most: each_day, retry_after: Math.max(1, room_in_s ?? 1) })
  if (living >= most) throw new Refusal('limit_reached', { most })
}

/** False: a further account would be refused, so that no bank is asked about it. */
export async function hasRoom(db: Reader, merchant: string, now: Date, { replaces }: { replaces: boolean }) {
  const { lately, living } = await countAccounts(db, merchant, now)
  return lately < newAccountLimits.each_day && living - (replaces ? 1 : 0) < newAccountLimits.living
}

interface Counted {
  lately: number
  living: number
  /** Seconds until the oldest of those that fill the day is a day old; null while there is room. */
  room_in_s: number | null
}

async function countAccounts(db: Reader, merchant: string, now: Date): Promise<Counted> {
  const since = new Date(now.getTime() - 24 * 3_600_000).toISOString()
  const { rows } = await sql<Counted>`
    select count(*) filter (where created_at > ${since})::int as lately,
      count(*) filter (where status = any(${[...livingStatuses]}))::int as living,
      ceil(extract(epoch from (array_agg(created_at order by created_at desc))[${newAccountLimits.each_day}::int] - ${since}::timestamptz))::int
        as room_in_s
    from bank_account where merchant_id = ${merchant}`.execute(db)
  return rows[0] ?? { lately: 0, living: 0, room_in_s: null }
}
