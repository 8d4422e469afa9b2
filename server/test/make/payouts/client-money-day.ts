import { sql } from 'kysely'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

/** The check of a day of its own, which the job that checks the days one after the other never comes to. */
export async function clientMoneyDay(
  { db, next }: Making,
  given: { surplus?: number; currency_code?: string; created_at?: Date } = {},
): Promise<string> {
  const { surplus = 100, currency_code = 'EUR' } = given
  const { id, created_at } = newId(given.created_at ?? new Date())
  await sql`insert into client_money_day (id, business_day, currency_code, created_at, bank, receivable, payable, owed_by_merchants,
      reserve, in_transit, unexplained, surplus)
    values (${id}, '2190-01-01'::date + ${next()}::int, ${currency_code}, ${created_at}, ${5_000 + surplus}, 2_000, 4_000, 10, 1_000,
      2_000, 20, ${surplus})`.execute(db)
  return id
}
