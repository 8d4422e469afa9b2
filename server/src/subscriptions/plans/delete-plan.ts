import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { isSubscribedTo, lockPlan } from './locked-plan.ts'

/**
 * Deletes a plan. Subscribing refers to its row, and therefore waits for this lock. Deleting it twice changes nothing.
 */
export async function deletePlan(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const plan = await lockPlan(trx, actor, id)
  const { merchant_id } = plan
  const { live } = await trx
    .selectFrom('subscription')
    .select((row) => row.fn.countAll<number>().as('live'))
    .where('merchant_id', '=', merchant_id)
    .where('plan_id', '=', id)
    .where('act_on', 'is not', null)
    .executeTakeFirstOrThrow()
  if (live > 0) throw new Refusal('plan_has_subscriptions', { subscriptions: live })
  if (await isSubscribedTo(trx, plan))
    await trx
      .updateTable('plan')
      .set({ deleted_at: now.toISOString() })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute()
  else await trx.deleteFrom('plan').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}
