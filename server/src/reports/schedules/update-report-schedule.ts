import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Sources } from '../../platform/rows/populate.ts'
import { lockSchedule } from './locked-schedule.ts'
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
  const { merchant_id } = await lockSchedule(trx, actor, id)
  const { merchant_id: _, ...values } = await scheduleValues(trx, actor, given, now, sources)
  await trx
    .updateTable('report_schedule')
    .set(values)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
