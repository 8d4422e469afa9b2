import { plusDays } from '@kontor/contract/dates'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import {
  lastSettlingDay,
  type SettlementRhythm,
  settlingDayFrom,
  settlingDays,
} from '@kontor/contract/settlements/schedules/settlement-days.rules'
import type { settlementScheduleDatesEndpoint } from '@kontor/contract/settlements/schedules/settlement-schedule.endpoints'
import { settlementScheduleLimits } from '@kontor/contract/settlements/schedules/settlement-schedule.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { firstOpenDay } from '../../pricing/business-days.ts'
import { keptSchedules } from './kept-schedules.ts'

/** The next days of a schedule. The first covers what was not settled on its last day. */
export async function settlementScheduleDates(
  trx: Reader,
  id: string,
): Promise<ReplyOf<typeof settlementScheduleDatesEndpoint>> {
  const rhythm = (await keptSchedules(trx)).find((schedule) => schedule.id === id)
  if (!rhythm) throw new Refusal('not_found')
  const open = await firstOpenDay(trx)
  const { time_zone } = await trx.selectFrom('installation').select('time_zone').executeTakeFirstOrThrow()
  const reasons = await skippedDays(trx, id)
  const skipped = [...reasons.keys()]
  const dates = settlingDays(rhythm, {
    // What closes at the start of the open day is settled already.
    from: plusDays(open, 1),
    uncovered: lastSettlingDay(rhythm, plusDays(open, 1), skipped) ?? open,
    skipped,
    count: settlementScheduleLimits.shown,
  })
  return {
    time_zone,
    dates: dates.map(({ isSkipped: _, ...date }) => ({ ...date, skipped: reasons.get(date.day) ?? null })),
    next: (await nextSettlingDay(trx, id, rhythm)) ?? null,
  }
}

/** The first day of a schedule that it does not skip. Undefined: it settles by hand. */
export async function nextSettlingDay(db: Reader, id: string, rhythm: SettlementRhythm): Promise<string | undefined> {
  const skipped = await skippedDays(db, id)
  let day = settlingDayFrom(rhythm, plusDays(await firstOpenDay(db), 1))
  while (day !== undefined && skipped.has(day)) day = settlingDayFrom(rhythm, plusDays(day, 1))
  return day
}

/** The days that a schedule skips, with the reason of each. */
export async function skippedDays(db: Reader, id: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ day: string; reason: string }>`
    select day::text as day, reason from settlement_skip where schedule_id = ${id}`.execute(db)
  return new Map(rows.map(({ day, reason }) => [day, reason]))
}
