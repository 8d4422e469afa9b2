import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockReport } from './seen-report.ts'

/** Deletes a report with its file; the record of its downloads stays. */
export async function deleteReport(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id, status } = await lockReport(trx, actor, id)
  if (status === 'PENDING') throw new Refusal('report_pending')
  await trx.deleteFrom('report').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}
