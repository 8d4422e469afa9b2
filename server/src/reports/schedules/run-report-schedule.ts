import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { requireRoom } from '../report-room.ts'
import { beginRun, fitsRange } from './begin-run.ts'
import { lockSchedule } from './locked-schedule.ts'

/** Makes the report as if it were due now; the schedule goes on as it would have. */
export async function runReportSchedule(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const schedule = await lockSchedule(trx, actor, id)
  if (!fitsRange(schedule)) throw new Refusal('invalid_request', { 'body.filters': 'too_long' })
  await requireRoom(trx, schedule)
  await beginRun(trx, schedule, now)
}
