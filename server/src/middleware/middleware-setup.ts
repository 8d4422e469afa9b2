import type { ReplyOf } from '@kontor/contract/endpoint'
import type { middlewareSetupEndpoint } from '@kontor/contract/middleware/middleware.endpoints'
import { middlewareProblems } from '@kontor/contract/middleware/middleware.rules'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type StoredMiddleware, seenMiddleware } from './seen-middleware.ts'

/** How a middleware answers, and who uses it. */
export async function middlewareSetup(
  trx: Trx,
  actor: Actor,
  id: string,
  now: Date,
): Promise<ReplyOf<typeof middlewareSetupEndpoint>> {
  const found = await seenMiddleware(trx, actor, id)
  const { secret_changed_at, silent_in_row, last_answer_at, last_silent_at, last_problem } = found
  const living = (until: string | null) => (until !== null && Date.parse(until) > now.getTime() ? until : null)
  return {
    ...{ secret_changed_at, silent_in_row, last_answer_at, last_silent_at },
    previous_until: living(found.previous_until),
    paused_until: living(found.paused_until),
    last_problem: middlewareProblems.find((each) => each === last_problem) ?? null,
    is_kept: found.is_kept,
    shops: await shopsWith(trx, found).where(visibleTo(actor, 'payment_profile')).execute(),
  }
}

/** The payment profiles that use a middleware. */
export const shopsWith = (trx: Trx, { merchant_id, id }: Pick<StoredMiddleware, 'merchant_id' | 'id'>) =>
  trx
    .selectFrom('payment_profile_middleware as choice')
    .innerJoin('payment_profile', (join) =>
      join
        .onRef('payment_profile.merchant_id', '=', 'choice.merchant_id')
        .onRef('payment_profile.id', '=', 'choice.payment_profile_id'),
    )
    .select(['payment_profile.id', 'payment_profile.name'])
    .where('choice.merchant_id', '=', merchant_id)
    .where('choice.middleware_id', '=', id)
    .orderBy('payment_profile.name')
    .orderBy('payment_profile.id')
