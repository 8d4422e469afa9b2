import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { createSapBatchesEndpoint } from '@kontor/contract/sap/sap.endpoints'
import { sapLimits } from '@kontor/contract/sap/sap.rules'
import { closedThrough } from '../ledger/ledger-day.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { makeBatch } from './make-batch.ts'
import { coveredThrough } from './sap-connection.ts'

/** Makes batches of what is in none, one for each month, all or none of them. */
export async function createSapBatches(
  trx: Trx,
  actor: Actor,
  { through }: ReadBody<typeof createSapBatchesEndpoint>,
  now: Date,
): Promise<ReplyOf<typeof createSapBatchesEndpoint>> {
  const closed = await closedThrough(trx)
  if (closed === undefined) throw new Refusal('ledger_not_open')
  if (through !== undefined && through > closed)
    throw new Refusal('invalid_request', { 'body.through': 'day_open', closed_through: closed })
  let batches = 0
  const asked = { frequency: 'MANUAL', through, by: actor.name ?? '', now } as const
  while (batches < sapLimits.batches && (await makeBatch(trx, asked)) !== undefined) batches += 1
  if (batches === 0) throw new Refusal('sap_nothing_to_send')
  return { batches, covered_through: await coveredThrough(trx) }
}
