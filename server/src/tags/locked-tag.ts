import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'

/**
 * Runs merges and deletions of a merchant one after the other. Two tags may be on the same payments, and parallel
 * removals could deadlock.
 */
export async function inTurn(trx: Trx, merchant: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor.tag/${merchant}`}, 0))`.execute(trx)
}

/**
 * Locks a tag. Putting it on a payment refers to its row: this waits for those under way, and later ones find no tag.
 */
export async function lockTag(trx: Trx, actor: Actor, id: string): Promise<void> {
  const found = await tagOf(trx, actor, id).forUpdate().executeTakeFirst()
  if (!found) throw new Refusal('not_found')
}

export async function visibleTag(db: Reader, actor: Actor, id: string) {
  const found = await tagOf(db, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

const tagOf = (db: Reader, actor: Actor, id: string) =>
  db.selectFrom('tag').select('merchant_id').where('id', '=', id).where(visibleTo(actor, 'tag'))

export async function takeOffAndDelete(trx: Trx, merchant: string, id: string): Promise<void> {
  await trx.deleteFrom('transaction_tag').where('merchant_id', '=', merchant).where('tag_id', '=', id).execute()
  await trx.deleteFrom('tag').where('merchant_id', '=', merchant).where('id', '=', id).execute()
}
