import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockOwn } from './saved-views.ts'

export async function deleteSavedView(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await lockOwn(trx, actor, id)
  await trx.deleteFrom('saved_view').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}
