import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import type { Middleware } from '../schema.ts'

export type StoredMiddleware = Selectable<Middleware>

/** A middleware that the actor may see. */
export async function seenMiddleware(db: Reader, actor: Actor, id: string): Promise<StoredMiddleware> {
  const found = await seen(db, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

/**
 * The same, which nobody else changes until the transaction ends. For `update`, no payment profile chooses it meanwhile
 * either.
 */
export async function lockMiddleware(
  trx: Trx,
  actor: Actor,
  id: string,
  strength: 'update' | 'no key update' = 'no key update',
): Promise<Locked<StoredMiddleware>> {
  const found = await lockRow(seen(trx, actor, id), { strength })
  if (!found) throw new Refusal('not_found')
  return found
}

const seen = (db: Reader, actor: Actor, id: string) =>
  db.selectFrom('middleware').selectAll().where('id', '=', id).where(visibleTo(actor, 'middleware'))
