import { isOpen } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import { contradicted, contradictPayment } from '../contradictions/contradiction.ts'
import { withdrawContradictions } from '../contradictions/record-contradiction.ts'
import { lastSentCancellation } from '../outbox/cancellation.ts'
import type { PaymentOutcome } from '../outbox/found.ts'
import type { Cancellation } from '../outbox/operation.ts'
import { returnOf } from '../outbox/return-of.ts'
import { isSentOut, isSuperseded, type LockedPayment } from '../outbox/subject.ts'
import { payerGone } from '../records/payer-gone.ts'
import { processorText } from '../records/processor-text.ts'
import type { Applied } from './applied.ts'
import { passSteps } from './change-transaction.ts'

/** Why a payment ended: nobody knew what had become of it, and its processor has cancelled it by our reference. */
export const cancelledByReference = 'cancelled_by_reference'

type LockedCancellation = LockedPayment & { operation: Cancellation }

export const isCancellation = (subject: LockedPayment): subject is LockedCancellation =>
  subject.operation.topic === 'processor.cancel_reference'

/**
 * Writes down what became of the cancellation of an authorization. What the authorization itself reported meanwhile stays true:
 * held money was released, and taken money is a contradiction. A refusal decides nothing, because it also comes for a payment
 * that was captured, and for one that was never made: a person still has to look.
 */
export async function applyCancellation(
  trx: Trx,
  subject: LockedCancellation,
  outcome: PaymentOutcome,
  now: Date,
): Promise<Applied> {
  const { operation, transaction } = subject
  const { status: said } = outcome
  if (said === 'PENDING' || said === 'ACTION_REQUIRED') return { isOver: false }
  if (isSuperseded(subject)) return applyToEndedAttempt(trx, subject, said)
  const { asked_by: by } = operation.payload
  const change = (changes: object) => passSteps(trx, transaction, [{ by, changes }])
  if (said !== 'AUTHORIZATION_VOIDED') {
    if (isOpen(transaction.status) && 'reason' in outcome)
      await passSteps(trx, transaction, [{ changes: { status_reason: processorText(outcome.reason) } }])
    return { isOver: true }
  }
  const ending = { status_reason: cancelledByReference, redirect_url: null, redirect_sealed: null }
  // The payer stayed away: no person ordered this cancellation, and the payer brought nothing back.
  const isAbandoned =
    by === undefined && (await isWaitedFor(trx, subject)) && (await returnOf(trx, operation)) === 'none'
  if (isAbandoned) await change({ ...ending, status: 'ABANDONED', status_reason: payerGone })
  else if (isOpen(transaction.status)) await change({ ...ending, status: 'CANCELLED' })
  if (transaction.status === 'AUTHORIZED') await change({ ...ending, status: said })
  const kind = contradicted(subject, outcome)
  if (!kind) return { isOver: true }
  const contradiction = { kind, we_say: transaction.status, they_say: said }
  return { isOver: true, contradiction: await contradictPayment(trx, subject, contradiction, now) }
}

/**
 * The payment with our own order to cancel it, where its processor tells that it is cancelled before that order has its answer. The
 * words are those for a payer who cancels.
 */
export async function asOurCancellation(
  trx: Trx,
  subject: LockedPayment,
  { status }: PaymentOutcome,
): Promise<LockedCancellation | undefined> {
  const { operation } = subject
  if (operation.topic !== 'processor.authorize' || !(status === 'CANCELLED' || status === 'ABANDONED')) return undefined
  const sent = await lastSentCancellation(trx, operation)
  return sent && !sent.isDone ? { ...subject, operation: sent.operation } : undefined
}

/** True: the payer was sent out, or waited for at his processor. What is parked is cancelled because nobody knows what became of it. */
async function isWaitedFor(trx: Trx, subject: LockedCancellation): Promise<boolean> {
  if (isSentOut(subject)) return true
  if (subject.transaction.status !== 'PENDING') return false
  const { merchant_id, payload } = subject.operation
  const authorization = await trx
    .selectFrom('outbox')
    .select('parked_at')
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', payload.of)
    .executeTakeFirst()
  return authorization?.parked_at === null
}

/** The payment is another processor's. What this one took in spite of that is released, so that nobody has to look any more. */
async function applyToEndedAttempt(
  trx: Trx,
  { operation, processor }: LockedCancellation,
  said: PaymentOutcome['status'],
): Promise<Applied> {
  const { merchant_id, payload } = operation
  if (said === 'AUTHORIZATION_VOIDED') await withdrawContradictions(trx, { merchant_id, processor, about: payload.of })
  return { isOver: true }
}
