import type { Actor } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import { type StoredTag, visibleTag } from './locked-tag.ts'

/**
 * Counts the payments and rulesets of the whole merchant, because a deletion also affects payments that the viewer does not
 * see.
 */
export async function tagUses(
  db: Reader,
  actor: Actor,
  id: string,
): Promise<{ transactions: number; rulesets: number }> {
  const { merchant_id } = await visibleTag(db, actor, id)
  const { transactions } = await db
    .selectFrom('transaction_tag')
    .select((row) => row.fn.countAll<number>().as('transactions'))
    .where('merchant_id', '=', merchant_id)
    .where('tag_id', '=', id)
    .executeTakeFirstOrThrow()
  return { transactions, rulesets: await rulesetsWith(db, { merchant_id, id }) }
}

/** The number of rulesets that put a tag on payments. */
export async function rulesetsWith(db: Reader, { merchant_id, id }: StoredTag): Promise<number> {
  const { rulesets } = await db
    .selectFrom('validation_ruleset')
    .select((row) => row.fn.countAll<number>().as('rulesets'))
    .where('merchant_id', '=', merchant_id)
    .where('tag_id', '=', id)
    .executeTakeFirstOrThrow()
  return rulesets
}
