import type { NewRoutingDraft } from '@kontor/contract/decisions/routings/routing.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { merchantInView } from '../../../organisations/merchants/merchant-in-view.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Trx } from '../../../platform/db/database.ts'

/** The key of the actor's own draft of a new routing of the merchant in view. */
export function ownNewDraft(actor: Actor) {
  if (actor.id === null) throw new Refusal('forbidden')
  return { merchant_id: merchantInView(actor), user_id: actor.id }
}

/** Null: the actor has none. */
export async function newRoutingDraft(trx: Trx, actor: Actor): Promise<NewRoutingDraft | null> {
  const key = ownNewDraft(actor)
  const found = await trx
    .selectFrom('new_routing_draft')
    .select(['saved_at', 'content'])
    .where('merchant_id', '=', key.merchant_id)
    .where('user_id', '=', key.user_id)
    .executeTakeFirst()
  // The cast is safe: only checked contents are stored.
  return found ? { ...found, content: found.content as unknown as NewRoutingDraft['content'] } : null
}
