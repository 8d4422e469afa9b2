import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { rhythmOf } from './kept-schedules.ts'
import { lockSettlementSchedule } from './locked-settlement-schedule.ts'
import { nextSettlingDay } from './settlement-schedule-dates.ts'

/** Skips the next day of a schedule. Whoever names another day looks at dates that have passed, or pressed twice. */
export async function skipSettlementSchedule(
  trx: Trx,
  id: string,
  { day, reason }: { day: string; reason: string },
  now: Date,
): Promise<void> {
  const schedule = await lockSettlementSchedule(trx, id)
  if (day !== (await nextSettlingDay(trx, id, rhythmOf(schedule))))
    throw new Refusal('invalid_request', { 'body.day': 'not_the_next_day' })
  await trx
    .insertInto('settlement_skip')
    .values({ schedule_id: id, day, reason, created_at: now.toISOString() })
    .execute()
}
