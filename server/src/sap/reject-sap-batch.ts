import type { ReadBody } from '@kontor/contract/endpoint'
import type { rejectSapBatchEndpoint } from '@kontor/contract/sap/sap.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerSapBatch } from './answer-sap-batch.ts'

/** SAP has booked nothing of the batch; it can be sent again. */
export async function rejectSapBatch(
  trx: Trx,
  actor: Actor,
  id: string,
  { reason }: ReadBody<typeof rejectSapBatchEndpoint>,
  now: Date,
): Promise<void> {
  await answerSapBatch(trx, actor, id, { answer: 'REJECTED', reason }, now)
}
