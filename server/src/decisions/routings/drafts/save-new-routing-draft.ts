import type { saveNewRoutingDraftEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Trx } from '../../../platform/db/database.ts'
import { ownNewDraft } from './new-routing-draft.ts'

/** Keeps the actor's own draft in place of the one that the actor knows of. */
export async function saveNewRoutingDraft(
  trx: Trx,
  actor: Actor,
  { content, takes_place_of }: ReadBody<typeof saveNewRoutingDraftEndpoint>,
  now: Date,
): Promise<ReplyOf<typeof saveNewRoutingDraftEndpoint>> {
  const key = ownNewDraft(actor)
  const values = { content: JSON.stringify(content), saved_at: now.toISOString() }
  const kept = await trx
    .insertInto('new_routing_draft')
    .values({ ...key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'user_id'])
        .doUpdateSet(values)
        .where(
          takes_place_of === undefined ? sql.lit(true) : sql<boolean>`new_routing_draft.saved_at = ${takes_place_of}`,
        ),
    )
    .returning('saved_at')
    .executeTakeFirst()
  if (!kept) throw new Refusal('draft_changed')
  return { content, saved_at: values.saved_at }
}
