import type { SavedView, SavedViewContent } from '@kontor/contract/platform/saved-view.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../../platform/db/database.ts'
import { providerId } from '../../platform/db/ids.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'

/** The owner of a view is a person, whichever merchant is in view. A program has no screen and therefore no views. */
export function ownerOf({ kind, id, name, scope }: Actor): {
  owner_id: string
  owner_name: string
  merchant_id: string
} {
  if (kind !== 'user' || id === null) throw new Refusal('forbidden', { caller: 'person_only' })
  return { owner_id: id, owner_name: name, merchant_id: scope.merchant ?? providerId }
}

/** The caller's own views, and those that colleagues share. */
export async function listSavedViews(trx: Trx, actor: Actor, list: string): Promise<SavedView[]> {
  const { owner_id, merchant_id } = ownerOf(actor)
  const rows = await trx
    .selectFrom('saved_view')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('list', '=', list)
    .where((or) => or.or([or('owner_id', '=', owner_id), or('shared', '=', true)]))
    .orderBy((order) => order.fn('lower', ['name']))
    .orderBy('id')
    .execute()
  return rows.map((row) => viewOf(row, owner_id))
}

interface OwnView {
  merchant_id: string
  id: string
  owner_id: string
}

/**
 * Locks a view for a change. A colleague's shared view is refused as read-only; a view that is not shared is refused as
 * not found.
 */
export async function lockOwn(trx: Trx, actor: Actor, id: string): Promise<Locked<OwnView>> {
  const { merchant_id, owner_id } = ownerOf(actor)
  const row = await lockRow(
    trx
      .selectFrom('saved_view')
      .select(['merchant_id', 'id', 'owner_id', 'shared'])
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id),
  )
  if (!row || (row.owner_id !== owner_id && !row.shared)) throw new Refusal('not_found')
  if (row.owner_id !== owner_id) throw new Refusal('forbidden')
  return row
}

export function nameTaken(error: unknown): never {
  if (violatedConstraint(error) === 'saved_view_name') throw new Refusal('name_taken')
  throw error
}

interface StoredView {
  id: string
  list: string
  name: string
  content: unknown
  shared: boolean
  owner_id: string
  owner_name: string
}

export const viewOf = (
  { id, list, name, content, shared, owner_id, owner_name }: StoredView,
  caller: string,
): SavedView => ({
  id,
  list,
  name,
  // Only the command writes it, through its schema.
  content: content as SavedViewContent,
  shared,
  own: owner_id === caller,
  owner_name,
})
