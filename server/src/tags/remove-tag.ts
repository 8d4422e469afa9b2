import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'

/** Payments that carry it carry the other one from then on; those with both keep one. */
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

/** Payments lose it. Those that had no other are tagged no more, which a trigger sees to. */
export async function deleteTag(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await visibleTag(trx, actor, id)
  await inTurn(trx, merchant_id)
  await lockTag(trx, actor, id)
  await takeOffAndDelete(trx, merchant_id, id)
}

/** On payments of the whole merchant: it goes from those as well that the viewer does not see. */
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

/** Two tags may be on the same payments: what takes them off does so one after the other, and never waits in a circle. */
async function inTurn(trx: Trx, merchant: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor.tag/${merchant}`}, 0))`.execute(trx)
}

/** Whoever puts it on a payment refers to it: this waits for those, and later ones find it gone. */
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
