import { Refusal } from '@kontor/contract/refusal'
import { scheduledCan } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import type { BegunOperation } from '../engine/outbox/operation.ts'
import { requireActiveMerchant } from '../organisations/merchants/active-merchant.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { isBeingTried, lockScheduled, refuseClaimed } from './locked-scheduled.ts'
import { beginAttempt } from './scheduled-attempt.ts'

/** Makes the payment now, before its day. */
export async function runScheduledTransaction(
  trx: Trx,
  actor: Actor,
  id: string,
  now: Date,
): Promise<BegunOperation | undefined> {
  const scheduled = await lockScheduled(trx, actor, id)
  if (!scheduledCan.run(scheduled)) throw new Refusal('scheduled_transaction_over')
  if (isBeingTried(scheduled)) throw new Refusal('operation_in_progress')
  await refuseClaimed(trx, scheduled)
  await requireActiveMerchant(trx, scheduled.merchant_id)
  return beginAttempt(trx, scheduled, actor.name, now)
}
