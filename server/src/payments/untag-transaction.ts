import type { ReadBody } from '@kontor/contract/endpoint'
import type { untagTransactionEndpoint } from '@kontor/contract/payments/transaction-tag.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { tagging } from './tagging.ts'

/** Takes a tag off a payment. */
export async function untagTransaction(
  trx: Trx,
  actor: Actor,
  id: string,
  { tag }: ReadBody<typeof untagTransactionEndpoint>,
): Promise<void> {
  const { merchant_id, transaction_created_at, transaction_id, tag_id } = await tagging(trx, actor, id, tag)
  await trx
    .deleteFrom('transaction_tag')
    .where('merchant_id', '=', merchant_id)
    .where('transaction_created_at', '=', transaction_created_at)
    .where('transaction_id', '=', transaction_id)
    .where('tag_id', '=', tag_id)
    .execute()
}
