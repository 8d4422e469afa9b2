import type { saveRoutingDraftEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Trx } from '../../../platform/db/database.ts'
import { ownDraft } from './routing-draft.ts'

/** Keeps the actor's own draft in place of the one before. */
export async function saveRoutingDraft(
  trx: Trx,
  actor: Actor,
  id: string,
  { version, content }: ReadBody<typeof saveRoutingDraftEndpoint>,
  now: Date,
): Promise<ReplyOf<typeof saveRoutingDraftEndpoint>> {
  const key = await ownDraft(trx, actor, id)
  const values = { version, content: JSON.stringify(content), saved_at: now.toISOString() }
  await trx
    .insertInto('routing_draft')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'user_id', 'routing_id']).doUpdateSet(values))
    .execute()
  return { version, content, saved_at: values.saved_at }
}
