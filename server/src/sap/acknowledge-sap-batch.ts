import type { ReadBody } from '@kontor/contract/endpoint'
import type { acknowledgeSapBatchEndpoint } from '@kontor/contract/sap/sap.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerSapBatch } from './answer-sap-batch.ts'

/** SAP has booked the batch; it is over. */
export async function acknowledgeSapBatch(
  trx: Trx,
  actor: Actor,
  id: string,
  { sap_reference }: ReadBody<typeof acknowledgeSapBatchEndpoint>,
  now: Date,
): Promise<void> {
  await answerSapBatch(trx, actor, id, { answer: 'ACKNOWLEDGED', sap_reference }, now)
}
