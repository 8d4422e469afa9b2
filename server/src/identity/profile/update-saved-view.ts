import type { SavedView, SavedViewContent } from '@kontor/contract/platform/saved-view.schemas'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockOwn, nameTaken, viewOf } from './saved-views.ts'

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
