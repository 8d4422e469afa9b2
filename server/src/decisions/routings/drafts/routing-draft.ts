import type { RoutingDraft } from '@kontor/contract/decisions/routings/routing.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Trx } from '../../../platform/db/database.ts'
import { seenRouting } from '../seen-routing.ts'

/** The key of the actor's own draft of a routing that they see. */
export async function ownDraft(trx: Trx, actor: Actor, id: string) {
  const { merchant_id } = await seenRouting(trx, actor, id)
  if (actor.id === null) throw new Refusal('forbidden')
  return { merchant_id, user_id: actor.id, routing_id: id }
}

/** Null: the actor has none. */
export async function routingDraft(trx: Trx, actor: Actor, id: string): Promise<RoutingDraft | null> {
  const key = await ownDraft(trx, actor, id)
  const found = await trx
    .selectFrom('routing_draft')
    .select(['version', 'saved_at', 'content'])
    .where('merchant_id', '=', key.merchant_id)
    .where('user_id', '=', key.user_id)
    .where('routing_id', '=', id)
    .executeTakeFirst()
  // The cast is safe: only checked contents are stored.
  return found ? { ...found, content: found.content as unknown as RoutingDraft['content'] } : null
}
