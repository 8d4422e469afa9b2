import type { Trx } from '../platform/db/database.ts'
import { batchesInTurn } from './sap-connection.ts'
import { type GivenSapMapping, mappingValues, refusingSecondMapping, requireMapping } from './sap-mappings.ts'

/** What was sent stays as it was. */
export async function updateSapMapping(trx: Trx, id: string, given: GivenSapMapping): Promise<void> {
  await batchesInTurn(trx)
  await requireMapping(trx, id)
  const values = await mappingValues(trx, given)
  await refusingSecondMapping(trx.updateTable('sap_mapping').set(values).where('id', '=', id).execute())
}
