import { Refusal } from '@kontor/contract/refusal'
import { mostSavedViews, type SavedView, type SavedViewContent } from '@kontor/contract/saved-view.schemas'
import type { Actor } from '../../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'

/** Saved views of the provider's staff have this merchant id. */
const provider = '00000000-0000-0000-0000-000000000000'

/** The owner of a view is a person, whichever merchant is in view. A program has no screen and therefore no views. */
function ownerOf({ kind, id, name, scope }: Actor): { owner_id: string; owner_name: string; merchant_id: string } {
  if (kind !== 'user' || id === null) throw new Refusal('forbidden')
  return { owner_id: id, owner_name: name, merchant_id: scope.merchant ?? provider }
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

interface NewView {
  list: string
  name: string
  content: SavedViewContent
  shared: boolean
}

export async function createSavedView(trx: Trx, actor: Actor, view: NewView, now: Date): Promise<SavedView> {
  const owner = ownerOf(actor)
  const { count } = await trx
    .selectFrom('saved_view')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', owner.merchant_id)
    .where('owner_id', '=', owner.owner_id)
    .executeTakeFirstOrThrow()
  if (count >= mostSavedViews) throw new Refusal('limit_reached')
  const { id, created_at } = newId(now)
  const row = await trx
    .insertInto('saved_view')
    .values({ ...owner, ...view, name: view.name.trim(), content: JSON.stringify(view.content), id, created_at })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(nameTaken)
  return viewOf(row, owner.owner_id)
}

interface Change {
  name?: string | undefined
  content?: SavedViewContent | undefined
  shared?: boolean | undefined
}

export async function updateSavedView(
  trx: Trx,
  actor: Actor,
  id: string,
  { name, content, shared }: Change,
  now: Date,
): Promise<SavedView> {
  const owner = await lockOwn(trx, actor, id)
  const row = await trx
    .updateTable('saved_view')
    .set({
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(content === undefined ? {} : { content: JSON.stringify(content) }),
      ...(shared === undefined ? {} : { shared }),
      changed_at: now.toISOString(),
    })
    .where('merchant_id', '=', owner.merchant_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(nameTaken)
  return viewOf(row, owner.owner_id)
}

export async function deleteSavedView(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await lockOwn(trx, actor, id)
  await trx.deleteFrom('saved_view').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}

/**
 * Locks a view for a change. A colleague's shared view is refused as read-only; a view that is not shared is refused as
 * not found.
 */
async function lockOwn(trx: Trx, actor: Actor, id: string): Promise<{ merchant_id: string; owner_id: string }> {
  const { merchant_id, owner_id } = ownerOf(actor)
  const row = await trx
    .selectFrom('saved_view')
    .select(['owner_id', 'shared'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (row.owner_id !== owner_id && !row.shared)) throw new Refusal('not_found')
  if (row.owner_id !== owner_id) throw new Refusal('forbidden')
  return { merchant_id, owner_id }
}

function nameTaken(error: unknown): never {
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

const viewOf = ({ id, list, name, content, shared, owner_id, owner_name }: StoredView, caller: string): SavedView => ({
  id,
  list,
  name,
  // Only the command writes it, through its schema.
  content: content as SavedViewContent,
  shared,
  own: owner_id === caller,
  owner_name,
})
