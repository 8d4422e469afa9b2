import { mostSavedViews, type SavedView, type SavedViewContent } from '@kontor/contract/platform/saved-view.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { inTurn } from '../../platform/db/locked.ts'
import { nameTaken, ownerOf, viewOf } from './saved-views.ts'

interface NewView {
  list: string
  name: string
  content: SavedViewContent
  shared: boolean
}

export async function createSavedView(trx: Trx, actor: Actor, view: NewView, now: Date): Promise<SavedView> {
  const owner = ownerOf(actor)
  // Two at once would both count one too few.
  await inTurn(trx, `saved_view/${owner.owner_id}`)
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
