import { lastOfMonth, plusDays } from '@kontor/contract/dates'
import type { SapFrequency } from '@kontor/contract/sap/sap.rules'
import { sql } from 'kysely'
import { closedThrough } from '../ledger/ledger-day.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { batchesInTurn, coveredThrough, requireConnection } from './sap-connection.ts'

interface Asked {
  frequency: SapFrequency
  /** The last day that it may cover; a day that is still open is never covered. */
  through?: string | undefined
  /** Who makes it by hand; null: the engine. */
  by: string | null
  now: Date
}

/**
 * Makes the next batch: all transfers of the ledger from the first closed day that is in none, through the end of that day, of its
 * month, or the day that was asked for. Gives its id; undefined: there is nothing to put into one. No batch has two months.
 */
export async function makeBatch(trx: Trx, { frequency, through, by, now }: Asked): Promise<string | undefined> {
  await batchesInTurn(trx)
  const { since } = await requireConnection(trx)
  const closed = await closedThrough(trx)
  if (closed === undefined) return undefined
  const covered = await coveredThrough(trx)
  const last = through === undefined || through > closed ? closed : through
  const first = await firstBookedDay(trx, covered === null ? since : plusDays(covered, 1), last)
  if (first === undefined) return undefined
  const end = endOf(frequency, first, last)
  if (end === undefined) return undefined
  const { id, created_at } = newId(now)
  await sql`
    with sums as materialized (
      select merchant_id, currency_code, kind, count(*) as n, sum(amount)::bigint as amount from ledger_transfer
      where business_day between ${first}::date and ${end}::date group by merchant_id, currency_code, kind),
    batch as (
      insert into sap_batch (id, created_at, number, covers, transfers, created_by)
      select ${id}, ${created_at}::timestamptz, coalesce((select max(number) from sap_batch), 0) + 1,
        daterange(${first}::date, ${end}::date + 1), (select sum(n) from sums)::bigint, ${by}
      returning id)
    insert into sap_batch_sum (batch_id, book_of, currency_code, kind, count, amount)
      select batch.id, merchant_id, currency_code, kind, n, amount from sums cross join batch`.execute(trx)
  return id
}

/** Each transfer moves a sum of its day, so that the days with transfers are found without reading these. */
async function firstBookedDay(db: Reader, from: string | null, through: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select min(business_day)::text as day from ledger_balance
    where business_day between coalesce(${from}::date, '-infinity') and ${through}::date`.execute(db)
  return rows[0]?.day ?? undefined
}

/** The last day of a batch that begins on a day; undefined: its month is not over. */
function endOf(frequency: SapFrequency, first: string, last: string): string | undefined {
  if (frequency === 'DAILY') return first
  const month = lastOfMonth(first)
  if (frequency === 'MONTHLY') return month <= last ? month : undefined
  return month <= last ? month : last
}
