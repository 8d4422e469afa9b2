import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Sources } from '../../platform/rows/populate.ts'
import { rhythmOf } from './begin-run.ts'
import type { Rhythm } from './due-instants.ts'
import { lockSchedule, type StoredSchedule } from './locked-schedule.ts'
import { type GivenSchedule, scheduleValues } from './schedule-values.ts'

/** Whoever changes a schedule owns it then, so that it never reaches further than its last editor. */
export async function updateReportSchedule(
  trx: Trx,
  actor: Actor,
  id: string,
  given: GivenSchedule,
  now: Date,
  sources: Sources,
): Promise<void> {
  const before = await lockSchedule(trx, actor, id)
  const { merchant_id } = before
  // A schedule of one merchant is no schedule of all of them.
  if (actor.scope.merchant === null && before.organisation_id !== null)
    throw new Refusal('invalid_request', { 'query.merchant': 'required' })
  const { merchant_id: _, ...values } = await scheduleValues(trx, actor, given, now, sources)
  // An instant that has passed and still waits for its report stays due.
  if (values.active && before.next_due_at && hasRhythm(before, values)) values.next_due_at = before.next_due_at
  await trx
    .updateTable('report_schedule')
    .set(values)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}

const hasRhythm = (schedule: StoredSchedule, given: Rhythm): boolean =>
  isDeepStrictEqual(rhythmPartsOf(rhythmOf(schedule)), rhythmPartsOf(given))

const rhythmPartsOf = ({ frequency, weekdays, month_day, at_time, time_zone }: Rhythm) => [
  ...[frequency, [...weekdays], month_day, at_time, time_zone],
]
