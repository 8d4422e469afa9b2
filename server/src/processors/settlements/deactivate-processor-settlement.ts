import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockProcessorSettlement } from './seen-processor-settlement.ts'

/** Takes no further files of a processor settlement. Those that are there stay. */
export async function deactivateProcessorSettlement(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await lockProcessorSettlement(trx, actor, id)
  await trx
    .updateTable('processor_settlement')
    .set({ active: false })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
