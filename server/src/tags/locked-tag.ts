import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { inTurn, type Locked, lockRow } from '../platform/db/locked.ts'

export interface StoredTag {
  merchant_id: string
  id: string
}

/**
 * Runs merges and deletions of a merchant one after the other. Two tags may be on the same payments, and parallel
 * removals could deadlock.
 */
export const removeInTurn = (trx: Trx, merchant: string): Promise<void> => inTurn(trx, `tag/${merchant}`)

/**
 * Locks a tag. Putting it on a payment refers to its row: this waits for those under way, and later ones find no tag.
 */
export async function lockTag(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredTag>> {
  const found = await lockRow(tagOf(trx, actor, id))
  if (!found) throw new Refusal('not_found')
  return found
}

export async function visibleTag(db: Reader, actor: Actor, id: string): Promise<StoredTag> {
  const found = await tagOf(db, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

const tagOf = (db: Reader, actor: Actor, id: string) =>
  db.selectFrom('tag').select(['merchant_id', 'id']).where('id', '=', id).where(visibleTo(actor, 'tag'))

export async function takeOffAndDelete(trx: Trx, { merchant_id, id }: Locked<StoredTag>): Promise<void> {
  await trx.deleteFrom('transaction_tag').where('merchant_id', '=', merchant_id).where('tag_id', '=', id).execute()
  await trx.deleteFrom('tag').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}
