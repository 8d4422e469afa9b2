import type { saveNewRoutingDraftEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Trx } from '../../../platform/db/database.ts'
import { ownNewDraft } from './new-routing-draft.ts'

/** Keeps the actor's own draft in place of the one before. */
export async function saveNewRoutingDraft(
  trx: Trx,
  actor: Actor,
  { content }: ReadBody<typeof saveNewRoutingDraftEndpoint>,
  now: Date,
): Promise<ReplyOf<typeof saveNewRoutingDraftEndpoint>> {
  const key = ownNewDraft(actor)
  const values = { content: JSON.stringify(content), saved_at: now.toISOString() }
  await trx
    .insertInto('new_routing_draft')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'user_id']).doUpdateSet(values))
    .execute()
  return { content, saved_at: values.saved_at }
}
