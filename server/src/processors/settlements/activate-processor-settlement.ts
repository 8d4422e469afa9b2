import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockProcessorSettlement } from './seen-processor-settlement.ts'

/** Takes files of a processor settlement again. */
export async function activateProcessorSettlement(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await lockProcessorSettlement(trx, actor, id)
  await trx
    .updateTable('processor_settlement')
    .set({ active: true })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
