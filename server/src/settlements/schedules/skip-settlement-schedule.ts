import { plusDays } from '@kontor/contract/dates'
import { Refusal } from '@kontor/contract/refusal'
import { settlingDayFrom } from '@kontor/contract/settlements/schedules/settlement-days.rules'
import type { Trx } from '../../platform/db/database.ts'
import { firstOpenDay } from '../../pricing/business-days.ts'
import { rhythmOf } from './kept-schedules.ts'
import { lockSettlementSchedule, type StoredSettlementSchedule } from './locked-settlement-schedule.ts'
import { skippedDays } from './settlement-schedule-dates.ts'

/** Skips the next day of a schedule. Whoever names another day looks at dates that have passed, or pressed twice. */
export async function skipSettlementSchedule(
  trx: Trx,
  id: string,
  { day, reason }: { day: string; reason: string },
  now: Date,
): Promise<void> {
  const schedule = await lockSettlementSchedule(trx, id)
  if (day !== (await nextDay(trx, schedule))) throw new Refusal('invalid_request', { 'body.day': 'not_the_next_day' })
  await trx
    .insertInto('settlement_skip')
    .values({ schedule_id: id, day, reason, created_at: now.toISOString() })
    .execute()
}

async function nextDay(trx: Trx, schedule: StoredSettlementSchedule): Promise<string | undefined> {
  const open = await firstOpenDay(trx)
  const skipped = await skippedDays(trx, schedule.id)
  const rhythm = rhythmOf(schedule)
  let day = settlingDayFrom(rhythm, plusDays(open, 1))
  while (day !== undefined && skipped.has(day)) day = settlingDayFrom(rhythm, plusDays(day, 1))
  return day
}
