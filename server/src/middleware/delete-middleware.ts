import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { shopsWith } from './middleware-setup.ts'
import { lockMiddleware } from './seen-middleware.ts'

/** Deletes a middleware that no payment profile uses. What it said about payments stays with them. */
export async function deleteMiddleware(trx: Trx, actor: Actor, id: string): Promise<void> {
  const found = await lockMiddleware(trx, actor, id, 'update')
  const shops = await shopsWith(trx, found).execute()
  if (shops.length > 0) throw new Refusal('middleware_in_use', { payment_profile: shops.length })
  await trx.deleteFrom('middleware').where('merchant_id', '=', found.merchant_id).where('id', '=', id).execute()
}
