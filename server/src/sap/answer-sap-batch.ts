import { Refusal } from '@kontor/contract/refusal'
import { sapBatchCan } from '@kontor/contract/sap/sap.rules'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { changeBatch, lockSapBatch } from './locked-sap-batch.ts'

type Answer = { answer: 'ACKNOWLEDGED'; sap_reference: string } | { answer: 'REJECTED'; reason: string }

/** Keeps what SAP said of the last file of a batch. */
export async function answerSapBatch(trx: Trx, actor: Actor, id: string, answer: Answer, now: Date): Promise<void> {
  const batch = await lockSapBatch(trx, id)
  if (!sapBatchCan.answer(batch)) throw new Refusal('sap_batch_not_sent', { status: batch.status })
  await trx
    .updateTable('sap_sending')
    .set({ ...answer, answered_at: now.toISOString(), answered_by: actor.name ?? '' })
    .where('batch_id', '=', id)
    .where('number', '=', batch.sendings)
    .execute()
  await changeBatch(trx, batch, { status: answer.answer })
}
