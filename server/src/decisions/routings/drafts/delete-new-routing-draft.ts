import type { Actor } from '../../../platform/db/actor.ts'
import type { Trx } from '../../../platform/db/database.ts'
import { ownNewDraft } from './new-routing-draft.ts'

/** Discards the actor's own draft of a new routing, if there is one. */
export const deleteNewRoutingDraft = (trx: Trx, actor: Actor): Promise<void> => forgetNewDraft(trx, ownNewDraft(actor))

/** What it was a draft of is saved, or not wanted any more. */
export async function forgetNewDraft(
  trx: Trx,
  { merchant_id, user_id }: { merchant_id: string; user_id: string },
): Promise<void> {
  await trx
    .deleteFrom('new_routing_draft')
    .where('merchant_id', '=', merchant_id)
    .where('user_id', '=', user_id)
    .execute()
}
