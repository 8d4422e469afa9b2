import type { Branch } from '@kontor/contract/decisions/routings/tree.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { inForm, type Locked, lockRow } from '../../platform/db/locked.ts'
import type { Routing } from '../../schema.ts'

export type StoredRouting = Omit<Selectable<Routing>, 'details'> & { details: Branch }

/** A routing that the actor may see. */
export async function seenRouting(db: Reader, actor: Actor, id: string): Promise<StoredRouting> {
  const found = await seen(db, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return stored(found)
}

/** The same, which nobody else changes, and no payment profile begins to use, until the transaction ends. */
export async function lockRouting(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredRouting>> {
  const found = await lockRow(seen(trx, actor, id))
  if (!found) throw new Refusal('not_found')
  return inForm(found, stored(found))
}

/** The same, refused when it is not the version that was seen. Whoever names none changes whatever there is. */
export async function lockSeenVersion(
  trx: Trx,
  actor: Actor,
  id: string,
  version: number | undefined,
): Promise<Locked<StoredRouting>> {
  const found = await lockRouting(trx, actor, id)
  if (version !== undefined && found.version !== version)
    throw new Refusal('routing_changed', { version: found.version })
  return found
}

const seen = (db: Reader, actor: Actor, id: string) =>
  db.selectFrom('routing').selectAll().where('id', '=', id).where(visibleTo(actor, 'routing'))

/** Only checked trees are stored. */
const stored = (row: Selectable<Routing>): StoredRouting => row as unknown as StoredRouting
