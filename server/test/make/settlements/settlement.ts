import { sql } from 'kysely'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

/** A settlement of a book of its own, of days long ago; the ledger is opened for it. */
export async function settlement(
  { db, next }: Making,
  merchant: string,
  given: {
    organisation?: string
    number?: string
    currency_code?: string
    profile?: string
    schedule?: string
    /** The first day of the week that it covers. */
    from?: string
    captured?: number
    status?: 'CLOSED' | 'ON_HOLD' | 'CARRIED'
    closed_by?: string
    /** Where it is paid to: the account of its book. */
    bank_account?: string
  } = {},
): Promise<string> {
  const { organisation = merchant, currency_code = 'EUR', from = '2020-01-06', captured = 10_000 } = given
  const { status = 'CLOSED' } = given
  const { id, created_at } = newId(new Date())
  await sql`insert into ledger_day (opened_on, opened_at, closed_through) values (current_date, now(), current_date - 1)
    on conflict do nothing`.execute(db)
  await db.transaction().execute(async (trx) => {
    const { id: book_id } = await trx
      .insertInto('ledger_book')
      .values({ merchant_id: merchant, bank_account_id: given.bank_account ?? id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const isPaid = status !== 'CARRIED'
    await trx
      .insertInto('settlement')
      .values({
        ...{ merchant_id: merchant, id, created_at, organisation_id: organisation, book_id, currency_code, status },
        number: given.number ?? `TESTAA-${String(next()).padStart(6, '0')}`,
        covers: sql<string>`daterange(${from}::date, ${from}::date + 7)`,
        ...{ opening: 0, total: captured, held_back: 0, minimum: 1_000 },
        ...{ paid: isPaid ? captured : 0, carried: isPaid ? 0 : captured },
        pay_on: isPaid ? sql<string>`${from}::date + 7` : null,
        settlement_profile_id: given.profile ?? null,
        schedule_id: given.schedule ?? sql<string>`(select id from settlement_schedule where "default")`,
        ...{ hold_reason: status === 'ON_HOLD' ? 'Somebody asked' : null, closed_by: given.closed_by ?? null },
      })
      .execute()
    await trx
      .insertInto('settlement_line')
      .values({ merchant_id: merchant, settlement_id: id, kind: 1, count: 1, amount: captured })
      .execute()
  })
  return id
}
