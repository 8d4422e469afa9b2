import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'

/** Merges a tag into another: its payments get the other one, and payments with both keep one. */
export async function mergeTag(trx: Trx, actor: Actor, id: string, into: string): Promise<void> {
  const { merchant_id } = await visibleTag(trx, actor, id)
  if (into === id) throw new Refusal('tag_into_itself')
  await inTurn(trx, merchant_id)
  await lockTag(trx, actor, id)
  const stays = await trx
    .selectFrom('tag')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', into)
    .where(visibleTo(actor, 'tag'))
    .forKeyShare()
    .executeTakeFirst()
  if (!stays) throw new Refusal('invalid_request', { 'body.into': 'not_found' })
  await sql`update transaction_tag as x set tag_id = ${into} where x.merchant_id = ${merchant_id} and x.tag_id = ${id}
    and not exists (select from transaction_tag y where y.merchant_id = x.merchant_id
      and y.transaction_created_at = x.transaction_created_at and y.transaction_id = x.transaction_id
      and y.tag_id = ${into})`.execute(trx)
  await takeOffAndDelete(trx, merchant_id, id)
}

/** Deletes a tag from its payments. A trigger updates payments that had no other tag. */
export async function deleteTag(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await visibleTag(trx, actor, id)
  await inTurn(trx, merchant_id)
  await lockTag(trx, actor, id)
  await takeOffAndDelete(trx, merchant_id, id)
}

/** Counts the payments of the whole merchant, because a deletion also affects payments that the viewer does not see. */
export async function tagUses(db: Reader, actor: Actor, id: string): Promise<{ transactions: number }> {
  const { merchant_id } = await visibleTag(db, actor, id)
  const { transactions } = await db
    .selectFrom('transaction_tag')
    .select((row) => row.fn.countAll<number>().as('transactions'))
    .where('merchant_id', '=', merchant_id)
    .where('tag_id', '=', id)
    .executeTakeFirstOrThrow()
  return { transactions }
}

/**
 * Runs merges and deletions of a merchant one after the other. Two tags may be on the same payments, and parallel
 * removals could deadlock.
 */
async function inTurn(trx: Trx, merchant: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor.tag/${merchant}`}, 0))`.execute(trx)
}

/**
 * Locks a tag. Putting it on a payment refers to its row: this waits for those under way, and later ones find no tag.
 */
async function lockTag(trx: Trx, actor: Actor, id: string): Promise<void> {
  const found = await tagOf(trx, actor, id).forUpdate().executeTakeFirst()
  if (!found) throw new Refusal('not_found')
}

async function visibleTag(db: Reader, actor: Actor, id: string) {
  const found = await tagOf(db, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

const tagOf = (db: Reader, actor: Actor, id: string) =>
  db.selectFrom('tag').select('merchant_id').where('id', '=', id).where(visibleTo(actor, 'tag'))

async function takeOffAndDelete(trx: Trx, merchant: string, id: string): Promise<void> {
  await trx.deleteFrom('transaction_tag').where('merchant_id', '=', merchant).where('tag_id', '=', id).execute()
  await trx.deleteFrom('tag').where('merchant_id', '=', merchant).where('id', '=', id).execute()
}
