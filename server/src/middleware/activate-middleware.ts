import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockMiddleware } from './seen-middleware.ts'
import { unpaused } from './unpaused.ts'

/** Asks a middleware about payments again, even if it was paused before. */
export async function activateMiddleware(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await lockMiddleware(trx, actor, id)
  await trx
    .updateTable('middleware')
    .set({ active: true, ...unpaused })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
