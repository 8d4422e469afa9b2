import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor, Scope } from './actor.ts'
import type { Reader } from './database.ts'

/**
 * The scope of the last of the given nodes and everything below it. Refused as not found unless each node lies below the
 * one before it. The root, which has the merchant's id, is the whole merchant.
 */
export async function scopeBelow(db: Reader, merchant: string, nodes: readonly string[]): Promise<Scope> {
  let organisations: readonly string[] | null = null
  for (const node of nodes) {
    if (organisations !== null && !organisations.includes(node)) throw new Refusal('not_found')
    organisations = node === merchant ? null : await subtree(db, merchant, node)
  }
  if (organisations?.length === 0) throw new Refusal('not_found')
  return { merchant, organisations, below: nodes }
}

/** The actor with the scope that it has in the tree as it is now. */
export async function seeingNow(db: Reader, actor: Actor): Promise<Actor> {
  const { scope } = actor
  if (scope.merchant === null || scope.organisations === null) return actor
  return { ...actor, scope: await scopeBelow(db, scope.merchant, scope.below) }
}

async function subtree(db: Reader, merchant: string, root: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id from organisation where merchant_id = ${merchant} and id = ${root}
      union all
      select child.id from organisation child join below on child.parent_id = below.id where child.merchant_id = ${merchant}
    ) select id from below`.execute(db)
  return rows.map(({ id }) => id)
}
