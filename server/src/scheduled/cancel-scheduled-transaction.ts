import { Refusal } from '@kontor/contract/refusal'
import { cancelledReason, scheduledCan } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import { type Actor, engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { changeScheduled, isBeingTried, lockScheduled } from './locked-scheduled.ts'

/** Cancels a payment before its first attempt or between two attempts. */
export async function cancelScheduledTransaction(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const scheduled = await lockScheduled(trx, actor, id)
  if (!scheduledCan.cancel(scheduled)) throw new Refusal('scheduled_transaction_over')
  if (isBeingTried(scheduled)) throw new Refusal('operation_in_progress')
  await changeScheduled(trx, scheduled, cancelled(cancelledReason, now))
}

/** Cancels what a customer, whose data is erased, would be charged for, beyond what the actor may see. */
export async function cancelScheduledOf(
  trx: Trx,
  { merchant, customer }: { merchant: string; customer: string },
  now: Date,
): Promise<void> {
  const found = await trx
    .selectFrom('scheduled_transaction')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('customer_id', '=', customer)
    .where('status', '=', 'CREATED')
    .orderBy('id')
    .execute()
  for (const { id } of found) {
    const scheduled = await lockScheduled(trx, engineActor(merchant, 'system'), id)
    if (!scheduledCan.cancel(scheduled)) continue
    if (isBeingTried(scheduled)) throw new Refusal('operation_in_progress')
    await changeScheduled(trx, scheduled, cancelled('customer_erased', now))
  }
}

const cancelled = (status_reason: typeof cancelledReason | 'customer_erased', now: Date) =>
  ({ status: 'FAILED', status_reason, next_attempt_at: null, cancelled_at: now.toISOString() }) as const
