import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { shopsWith } from './middleware-setup.ts'
import { lockMiddleware } from './seen-middleware.ts'

/**
 * Deletes a middleware that no payment profile uses. What it said about payments stays with them, and copies of outcomes that
 * it has not taken are sent no more.
 */
export async function deleteMiddleware(trx: Trx, actor: Actor, id: string): Promise<void> {
  const found = await lockMiddleware(trx, actor, id, 'update')
  const shops = await shopsWith(trx, found).execute()
  if (shops.length > 0) throw new Refusal('middleware_in_use', { payment_profile: shops.length })
  await trx
    .updateTable('middleware_copy')
    .set({ done_at: sql<string>`engine_now()`, outcome: 'deleted' })
    .where('merchant_id', '=', found.merchant_id)
    .where('middleware_id', '=', id)
    .where('done_at', 'is', null)
    .execute()
  await trx.deleteFrom('middleware').where('merchant_id', '=', found.merchant_id).where('id', '=', id).execute()
}
