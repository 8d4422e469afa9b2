import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { requireComplete } from '../credentials/require-complete.ts'
import { lockProcessorSettlement } from './seen-processor-settlement.ts'
import { chosenSettlement } from './settlement-opening.ts'

/** Takes files of a processor settlement again. */
export async function activateProcessorSettlement(
  trx: Trx,
  actor: Actor,
  id: string,
  masterKey: string,
): Promise<void> {
  const found = await lockProcessorSettlement(trx, actor, id)
  requireComplete(masterKey, found, chosenSettlement(found).opening.fields)
  await trx
    .updateTable('processor_settlement')
    .set({ active: true })
    .where('merchant_id', '=', found.merchant_id)
    .where('id', '=', id)
    .execute()
}
