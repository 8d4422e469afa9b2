import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { updateSapConnectionEndpoint } from '@kontor/contract/sap/sap.endpoints'
import type { Trx } from '../platform/db/database.ts'
import { batchesInTurn, coveredThrough, sapConnection } from './sap-connection.ts'

/** Counts for the batches that are made or sent from now on. */
export async function updateSapConnection(
  trx: Trx,
  given: ReadBody<typeof updateSapConnectionEndpoint>,
): Promise<void> {
  await batchesInTurn(trx)
  const before = await sapConnection(trx)
  // Days before the first batch would never be in one, or be in two.
  if (before && before.since !== given.since && (await coveredThrough(trx)) !== null)
    throw new Refusal('sap_since_kept', { 'body.since': 'kept' })
  await trx
    .insertInto('sap_connection')
    .values(given)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(given))
    .execute()
}
