import { Refusal } from '@kontor/contract/refusal'
import { cancelledReason, scheduledCan } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { changeScheduled, isBeingTried, lockScheduled } from './locked-scheduled.ts'

/** Cancels a payment before its first attempt or between two attempts. */
export async function cancelScheduledTransaction(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const scheduled = await lockScheduled(trx, actor, id)
  if (!scheduledCan.cancel(scheduled)) throw new Refusal('scheduled_transaction_over')
  if (isBeingTried(scheduled)) throw new Refusal('operation_in_progress')
  const cancelled_at = now.toISOString()
  await changeScheduled(trx, scheduled, {
    status: 'FAILED',
    status_reason: cancelledReason,
    next_attempt_at: null,
    cancelled_at,
  })
}
