import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockProcessor } from './seen-processor.ts'

/** Takes no new payments with a processor. What is under way with it goes on. */
export async function deactivateProcessor(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await lockProcessor(trx, actor, id)
  await trx
    .updateTable('processor')
    .set({ active: false })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
