import type { ReadBody } from '@kontor/contract/endpoint'
import type { tagTransactionEndpoint } from '@kontor/contract/payments/transaction-tag.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { tagging } from './tagging.ts'

/** Puts a tag on a payment. */
export async function tagTransaction(
  trx: Trx,
  actor: Actor,
  id: string,
  { tag }: ReadBody<typeof tagTransactionEndpoint>,
): Promise<void> {
  await trx
    .insertInto('transaction_tag')
    .values(await tagging(trx, actor, id, tag))
    .onConflict((known) => known.doNothing())
    .execute()
}
