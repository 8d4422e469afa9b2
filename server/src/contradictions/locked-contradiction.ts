import type { ContradictionKind, ContradictionState } from '@kontor/contract/contradictions/contradiction.rules'
import type { Contradicting } from '@kontor/contract/contradictions/ending.rules'
import { Refusal } from '@kontor/contract/refusal'
import { type Selectable, sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import type { Contradiction } from '../schema.ts'

/** CHECK constraints allow no other values in the two columns. */
export type StoredContradiction = Omit<Selectable<Contradiction>, 'kind' | 'state'> & {
  kind: ContradictionKind
  state: ContradictionState
} & Contradicting

/** Finds a contradiction without a lock: what it is about is locked before it, as the engine does. */
export async function findContradiction(trx: Trx, actor: Actor, id: string): Promise<StoredContradiction> {
  const found = await byId(trx, actor, id)?.executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

/** Locks an open contradiction. One that is over is refused. */
export async function lockOpenContradiction(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredContradiction>> {
  const query = byId(trx, actor, id)
  const found = query && (await lockRow(query))
  if (!found) throw new Refusal('not_found')
  if (found.state !== 'OPEN') throw new Refusal('contradiction_over')
  return found
}

function byId(trx: Trx, actor: Actor, id: string) {
  const created_at = instantOf(id)
  if (created_at === undefined) return undefined
  return trx
    .selectFrom('contradiction')
    .selectAll()
    .where('created_at', '=', created_at)
    .where('id', '=', id)
    .where(visibleTo(actor, 'contradiction'))
    .$castTo<StoredContradiction>()
}

interface Ending {
  state: ContradictionState
  /** What we have at this moment. */
  we_say: string | null
  note: string | undefined
}

/** Ends a contradiction. */
export async function endContradiction(
  trx: Trx,
  actor: Actor,
  { merchant_id, created_at, id }: Locked<StoredContradiction>,
  { state, we_say, note }: Ending,
): Promise<void> {
  await refuseCardNumber(trx, 'body.note', note)
  await trx
    .updateTable('contradiction')
    .set({ state, we_say, note: note?.trim() || null, resolved_at: sql<string>`engine_now()`, resolved_by: actor.name })
    .where('merchant_id', '=', merchant_id)
    .where('created_at', '=', created_at)
    .where('id', '=', id)
    .execute()
}
