import { isFinalDecline } from '@kontor/contract/payments/decline.rules'
import { Refusal } from '@kontor/contract/refusal'
import { mostAttempts, scheduledCan } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import type { BegunOperation } from '../engine/outbox/operation.ts'
import { requireActiveMerchant } from '../organisations/merchants/active-merchant.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { changeScheduled, lockScheduled, refuseClaimed, type StoredScheduled } from './locked-scheduled.ts'
import { beginAttempt } from './scheduled-attempt.ts'

/** Tries a failed payment again. Refused for a cancelled one, and for a card that its issuer refused for good. */
export async function retryScheduledTransaction(
  trx: Trx,
  actor: Actor,
  id: string,
  now: Date,
): Promise<BegunOperation | undefined> {
  const scheduled = await lockScheduled(trx, actor, id)
  if (!mayRetry(scheduled)) throw new Refusal('scheduled_transaction_not_retryable')
  await refuseClaimed(trx, scheduled)
  await requireActiveMerchant(trx, scheduled.merchant_id)
  const reopened = { ...scheduled, status: 'CREATED' as const }
  await changeScheduled(trx, scheduled, { status: 'CREATED', status_reason: null })
  return beginAttempt(trx, reopened, actor.name, now)
}

const mayRetry = (scheduled: StoredScheduled): boolean =>
  scheduledCan.retry(scheduled) &&
  scheduled.cancelled_at === null &&
  scheduled.attempts < mostAttempts &&
  !isFinalDecline(scheduled.status_reason)
