import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockSchedule } from './locked-schedule.ts'

/** Deletes a schedule. Its reports stay until they expire. */
export async function deleteReportSchedule(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await lockSchedule(trx, actor, id)
  await trx.deleteFrom('report_schedule').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}
