import type { Actor } from '../../../platform/db/actor.ts'
import type { Trx } from '../../../platform/db/database.ts'
import { ownDraft } from './routing-draft.ts'

/** Discards the actor's own draft, if there is one. */
export async function deleteRoutingDraft(trx: Trx, actor: Actor, id: string): Promise<void> {
  const key = await ownDraft(trx, actor, id)
  await trx
    .deleteFrom('routing_draft')
    .where('merchant_id', '=', key.merchant_id)
    .where('user_id', '=', key.user_id)
    .where('routing_id', '=', id)
    .execute()
}
