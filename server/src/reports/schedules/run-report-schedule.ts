import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { beginRun } from './begin-run.ts'
import { lockSchedule } from './locked-schedule.ts'

/** Makes the report as if it were due now; the schedule goes on as it would have. */
export async function runReportSchedule(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const schedule = await lockSchedule(trx, actor, id)
  await beginRun(trx, schedule, now)
}
