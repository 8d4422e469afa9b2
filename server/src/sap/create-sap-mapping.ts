import { Refusal } from '@kontor/contract/refusal'
import { sapLimits } from '@kontor/contract/sap/sap.rules'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { batchesInTurn } from './sap-connection.ts'
import { type GivenSapMapping, mappingValues, refusingSecondMapping } from './sap-mappings.ts'

export async function createSapMapping(trx: Trx, given: GivenSapMapping, now: Date): Promise<string> {
  await batchesInTurn(trx)
  const { count } = await trx
    .selectFrom('sap_mapping')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= sapLimits.mappings) throw new Refusal('limit_reached')
  const values = await mappingValues(trx, given)
  const { id, created_at } = newId(now)
  await refusingSecondMapping(
    trx
      .insertInto('sap_mapping')
      .values({ ...values, id, created_at })
      .execute(),
  )
  return id
}
