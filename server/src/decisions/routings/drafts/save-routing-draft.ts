import type { saveRoutingDraftEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Trx } from '../../../platform/db/database.ts'
import { ownDraft } from './routing-draft.ts'

/** Keeps the actor's own draft in place of the one that the actor knows of. */
export async function saveRoutingDraft(
  trx: Trx,
  actor: Actor,
  id: string,
  { version, content, takes_place_of }: ReadBody<typeof saveRoutingDraftEndpoint>,
  now: Date,
): Promise<ReplyOf<typeof saveRoutingDraftEndpoint>> {
  const key = await ownDraft(trx, actor, id)
  const values = { version, content: JSON.stringify(content), saved_at: now.toISOString() }
  const kept = await trx
    .insertInto('routing_draft')
    .values({ ...key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'user_id', 'routing_id'])
        .doUpdateSet(values)
        .where(takes_place_of === undefined ? sql.lit(true) : sql<boolean>`routing_draft.saved_at = ${takes_place_of}`),
    )
    .returning('saved_at')
    .executeTakeFirst()
  if (!kept) throw new Refusal('draft_changed')
  return { version, content, saved_at: values.saved_at }
}
