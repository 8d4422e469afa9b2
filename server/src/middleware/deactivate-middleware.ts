import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockMiddleware } from './seen-middleware.ts'

/** Asks a middleware about no payment any more. Those that began with it go on without. */
export async function deactivateMiddleware(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await lockMiddleware(trx, actor, id)
  await trx
    .updateTable('middleware')
    .set({ active: false })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
