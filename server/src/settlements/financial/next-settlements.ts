import { plusDays } from '@kontor/contract/dates'
import { settlingDays } from '@kontor/contract/settlements/schedules/settlement-days.rules'
import { type RawBuilder, sql } from 'kysely'
import { ofBook } from '../../ledger/ledger-balance.ts'
import type { Trx } from '../../platform/db/database.ts'
import { firstOpenDay } from '../../pricing/business-days.ts'
import { termsOf } from '../profiles/terms.ts'
import { closingOf, reckon } from '../runs/reckon.ts'
import { keptSchedules } from '../schedules/kept-schedules.ts'
import { skippedDays } from '../schedules/settlement-schedule-dates.ts'
import type { Settled } from '../settled.ts'

export interface Next {
  book: string
  currency_code: string
  closes_on: string | null
  covers_from: string | null
  covers_through: string | null
  estimate: bigint
  on_hold: boolean
  held_back: bigint
}

/** The next settlement of each book and currency, with what is known of it by now. `books` is a query of `booksOf`. */
export async function nextSettlements(trx: Trx, books: RawBuilder<unknown>): Promise<Next[]> {
  const { rows } = await sql<Settled>`
    with book as (${books})
    select distinct b.merchant_id, b.book_id, b.currency_code from ledger_balance b
      join book on ${ofBook('b')}
    where b.code = 30 order by 3, 2`.execute(trx)
  const schedules = await keptSchedules(trx)
  const open = await firstOpenDay(trx)
  const all: Next[] = []
  for (const of of rows) {
    const terms = await termsOf(trx, of)
    const schedule = schedules.find(({ id }) => id === terms.schedule)
    if (!schedule) throw new Error('a settlement without a schedule')
    const skipped = [...(await skippedDays(trx, schedule.id)).keys()]
    const asked = { from: plusDays(open, 1), uncovered: open, skipped, count: 20 }
    const next = settlingDays(schedule, asked).find(({ isSkipped }) => !isSkipped)
    // One by hand would cover the days that are closed.
    const reckoned = await reckon(trx, of, next?.covers_through ?? plusDays(open, -1))
    all.push({
      ...{
        book: of.book_id,
        currency_code: of.currency_code,
        closes_on: next?.day ?? null,
        covers_from: reckoned.from,
      },
      covers_through: next?.covers_through ?? null,
      ...{ estimate: closingOf(reckoned, terms.minimum).paid, held_back: reckoned.held_back },
      on_hold: terms.hold_reason !== null,
    })
  }
  return all
}
