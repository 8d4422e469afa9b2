import type { Trx } from '../platform/db/database.ts'
import { batchesInTurn } from './sap-connection.ts'
import { requireMapping } from './sap-mappings.ts'

export async function deleteSapMapping(trx: Trx, id: string): Promise<void> {
  await batchesInTurn(trx)
  await requireMapping(trx, id)
  await trx.deleteFrom('sap_mapping').where('id', '=', id).execute()
}
