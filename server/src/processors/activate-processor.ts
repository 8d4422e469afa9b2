import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockProcessor } from './seen-processor.ts'

/** Lets payment profiles take payments with a processor again. */
export async function activateProcessor(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await lockProcessor(trx, actor, id)
  await trx
    .updateTable('processor')
    .set({ active: true })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
