import { Refusal } from '@kontor/contract/refusal'
import { lockTransaction } from '../engine/records/stored-transaction.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'

/**
 * The key of a tag on a payment. A tag of another merchant, or one that the actor may not see, is refused as `unknown`.
 * Locks the tag before the payment. The deletion of a tag locks in the same order, so that the two cannot deadlock.
 */
export async function tagging(trx: Trx, actor: Actor, id: string, tag: string) {
  const known = await trx
    .selectFrom('tag')
    .select('merchant_id')
    .where('id', '=', tag)
    .where(visibleTo(actor, 'tag'))
    .forKeyShare()
    .executeTakeFirst()
  const { merchant_id, created_at } = await lockTransaction(trx, actor, id)
  if (known?.merchant_id !== merchant_id) throw new Refusal('invalid_request', { 'body.tag': 'unknown' })
  return { merchant_id, transaction_created_at: created_at, transaction_id: id, tag_id: tag }
}
