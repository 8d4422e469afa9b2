import { countsAsRefunded, type RefundStatus } from '@kontor/contract/payments/refund.rules'
import {
  isApproved,
  isOpen,
  isPaid,
  kindOf,
  type TransactionStatus,
  transactionCan,
} from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { type Contradiction, contradicted, contradictPayment } from '../contradictions/contradiction.ts'
import { noteCapture } from '../contradictions/id-of-capture.ts'
import { noteLateReport } from '../contradictions/late-report.ts'
import {
  recordContradiction,
  withdrawContradictions,
  withdrawReleased,
} from '../contradictions/record-contradiction.ts'
import { type Found, type PaymentOutcome, type RefundOutcome, refusalOf } from '../outbox/found.ts'
import {
  isSettled,
  isSuperseded,
  type LockedPayment,
  type LockedRefund,
  type LockedSubject,
} from '../outbox/subject.ts'
import { processorText } from '../records/processor-text.ts'
import { stepsTo } from '../records/steps-to.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import type { Applied } from './applied.ts'
import { applyCancellation, asOurCancellation, isCancellation } from './apply-cancellation.ts'
import { captured } from './captured.ts'
import { applyAnswer } from './change-chargeback.ts'
import { changeRefund } from './change-refund.ts'
import { changeTransaction, passSteps } from './change-transaction.ts'
import { isBesideAnother } from './current-capture.ts'
import { storeAgreement } from './store-agreement.ts'
import { storeCard } from './store-card.ts'
import { isTakenBack, isUndone, maybeUndoneCapture, notingMaybeUndone, undoPayment } from './undo-payment.ts'

/**
 * Writes down the outcome of an operation, from an answer or a notification. A status never moves back, so a repeated or
 * unordered report does not change it; a report that contradicts it is recorded for a person (docs/adr/0080).
 */
export async function applyOutcome(trx: Trx, subject: LockedSubject, found: Found, now: Date): Promise<Applied> {
  if (subject.kind === 'answer' && found.kind === 'answer') return applyAnswer(trx, subject, found.outcome, now)
  if (subject.kind === 'refund' && found.kind === 'refund') return applyRefundOutcome(trx, subject, found.outcome, now)
  if (subject.kind === 'payment' && found.kind === 'payment') return applyToPayment(trx, subject, found.outcome, now)
  throw new Error(`an outcome of the kind ${found.kind} for an operation of the kind ${subject.kind}`)
}

async function applyToPayment(trx: Trx, subject: LockedPayment, told: PaymentOutcome, now: Date): Promise<Applied> {
  const outcome = asOrdered(subject, told)
  if (isCancellation(subject)) return applyCancellation(trx, subject, outcome, now)
  // Another processor has the payment now. This one may repeat or withdraw its refusal: the payment does not change.
  if (isSuperseded(subject)) return over(await noteLateReport(trx, subject, outcome, now))
  const cancelled = await asOurCancellation(trx, subject, outcome)
  if (cancelled) return applyCancellation(trx, cancelled, { ...outcome, status: 'AUTHORIZATION_VOIDED' }, now)
  const { capture_id_external } = outcome
  // Also of a success that does not count any more: a second capture is known by not having its id.
  if (subject.operation.topic === 'processor.capture' && isApproved(outcome.status) && capture_id_external)
    await noteCapture(trx, subject.operation, capture_id_external)
  if (await isTakenBack(trx, subject, outcome)) {
    const { processor_id_external } = outcome
    return over(await undoPayment(trx, subject, { reason: reasonOf(outcome) ?? '', processor_id_external }, now))
  }
  // What came before it was undone.
  if (isUndone(subject)) return over()
  if (await isBesideAnother(trx, subject)) return applyBesideAnother(trx, subject, outcome, now)
  const maybeUndone = await maybeUndoneCapture(trx, subject, outcome)
  if (maybeUndone) return applyBesideAnother(trx, { ...subject, operation: maybeUndone }, outcome, now)
  if (outcome.status === 'AUTHORIZATION_VOIDED' && wasNeverHeld(subject.transaction.status)) {
    const { operation, processor } = subject
    const of = { merchant_id: operation.merchant_id, processor, about: operation.id }
    await withdrawReleased(trx, { ...of, external: outcome.processor_id_external })
  }
  const kind = contradicted(subject, outcome)
  const contradiction =
    kind &&
    (await contradictPayment(
      trx,
      subject,
      {
        ...{ kind, we_say: subject.transaction.status, they_say: outcome.status },
        external: outcome.processor_id_external,
      },
      now,
    ))
  // Nobody can tell which of the two reports is older: only what is undone takes money away.
  if (isPaid(subject.transaction.status) && refusalOf(outcome.status)) return over(contradiction)
  if (isRefusedFollowUp(subject, outcome)) {
    // The payment keeps the reason, so that people see it before they try again.
    if (transactionCan.capture(subject.transaction))
      await changeTransaction(trx, subject.transaction, {
        status_reason: reasonOf(outcome),
        ...notingMaybeUndone(subject, outcome),
      })
    return over(contradiction)
  }
  const transaction = await applyPaymentOutcome(trx, subject, outcome, now)
  // Another capture may have the money of the payment, so that its status says nothing of this one.
  const hasCaptured = subject.operation.topic === 'processor.capture' && isApproved(outcome.status)
  return { isOver: hasCaptured || isSettled({ ...subject, transaction }), contradiction }
}

/** Some reports say only that the payment was approved. */
function asOrdered({ operation }: LockedPayment, outcome: PaymentOutcome): PaymentOutcome {
  if (!('as_ordered' in outcome)) return outcome
  const isTaken = operation.topic === 'processor.authorize' && operation.payload.capture
  return isTaken ? { ...outcome, status: 'SETTLEMENT_REQUESTED' } : outcome
}

/** True: a release is no repetition of the one that had ended the payment, so that it is of money that came after the end. */
const wasNeverHeld = (status: TransactionStatus): boolean =>
  status === 'DECLINED' || status === 'FAILED' || status === 'ABANDONED'

const over = (contradiction?: Contradiction): Applied => ({ isOver: true, contradiction })

async function applyRefundOutcome(
  trx: Trx,
  subject: LockedRefund,
  outcome: RefundOutcome,
  now: Date,
): Promise<Applied> {
  const { operation, transaction, refund: before, processor } = subject
  const isUndone = outcome.status === 'FAILED' && outcome.undone === true
  const refund = await changeRefund(trx, transaction, before, {
    ...(before.undone_at === null || isUndone ? { status: outcome.status } : {}),
    status_reason: reasonOf(outcome),
    processor_id_external: outcome.processor_id_external || null,
    ...(isUndone ? { undone_at: now.toISOString() } : {}),
  })
  const about = { merchant_id: operation.merchant_id, processor, about: operation.id }
  if (isUndone) await withdrawContradictions(trx, about)
  const isOver = isSettled({ ...subject, refund })
  if (before.undone_at !== null || !isContradicted(refund.status, outcome)) return { isOver }
  const contradiction = await recordContradiction(
    trx,
    {
      ...{ ...about, kind: 'refund', transaction, operation: operation.id, refund: before.id },
      ...{ we_say: refund.status, they_say: outcome.status, our_amount: before.amount },
      their: { amount: before.amount, currency_code: transaction.currency_code },
    },
    now,
  )
  return { isOver, contradiction }
}

/** True: the refund that failed was made, or the one that was made failed, and the processor never said that it took it back. */
const isContradicted = (status: RefundStatus, outcome: RefundOutcome): boolean =>
  outcome.status === 'PROCESSED'
    ? !countsAsRefunded(status)
    : outcome.status === 'FAILED' && !outcome.undone && status === 'PROCESSED'

/** Moves a transaction to the status that its processor reports. */
async function applyPaymentOutcome(
  trx: Trx,
  subject: LockedPayment,
  outcome: PaymentOutcome,
  now: Date,
): Promise<Locked<StoredTransaction>> {
  const { operation, transaction: before } = subject
  const stored = {
    ...(await storeCard(trx, subject, outcome, now)),
    ...(await storeAgreement(trx, subject, outcome, now)),
  }
  const learnt = { ...whatIsLearnt(subject, outcome), ...stored }
  if (outcome.status === 'ACTION_REQUIRED') {
    // Fields without a seal come with a notification: the answer of the order, or a question about it, brings them sealed.
    const isAwaited = (before.status === 'INITIATED' || before.status === 'UNKNOWN') && !outcome.fields
    const { redirect_url, redirect_sealed = null } = isAwaited ? outcome : before
    return changeTransaction(trx, before, { ...learnt, redirect_url, redirect_sealed })
  }
  const statuses = stepsTo(before.status, outcome.status)
  if (statuses.length === 0) return changeTransaction(trx, before, learnt)
  // A payer goes on at his bank until the payment is decided.
  const ending = { status_reason: reasonOf(outcome), ...(isOpen(outcome.status) ? {} : noRedirect) }
  const taken = statuses.includes('SETTLEMENT_REQUESTED') ? await captured(trx, subject) : {}
  return passSteps(
    trx,
    before,
    statuses.map((status, at) => ({
      by: askerOf(operation, status),
      changes: {
        ...(at === 0 ? learnt : {}),
        ...(status === 'SETTLEMENT_REQUESTED' ? taken : {}),
        ...{ status, ...ending },
      },
    })),
  )
}

const noRedirect = { redirect_url: null, redirect_sealed: null }

/** The actor that asked for a capture or void: the trail names it instead of the processor. Undefined for other changes. */
function askerOf(operation: LockedPayment['operation'], status: string) {
  if (operation.topic === 'processor.capture' && status === 'SETTLEMENT_REQUESTED') return operation.payload.asked_by
  if (operation.topic === 'processor.void' && status === 'AUTHORIZATION_VOIDED') return operation.payload.asked_by
  return undefined
}

/**
 * The facts that come with a status: the processor's own id, what is known of the card, and how its payer was authenticated.
 */
function whatIsLearnt({ operation, transaction: before }: LockedPayment, outcome: PaymentOutcome) {
  const card = before.payment_product === 'card' ? outcome.card : undefined
  return {
    processor_id_external: idOf(before, outcome),
    payment_product_type: before.payment_product_type ?? card?.brand ?? kindOf(before.payment_product),
    card_brand: before.card_brand ?? card?.brand ?? null,
    card_bin: before.card_bin ?? card?.bin ?? null,
    card_last_four: before.card_last_four ?? card?.last_four ?? null,
    card_issuer_country: before.card_issuer_country ?? card?.issuer_country ?? null,
    card_funding: before.card_funding ?? card?.funding ?? null,
    card_holder: before.card_holder ?? card?.holder ?? null,
    three_d_secure: before.three_d_secure ?? authenticationOf(operation, outcome),
    challenged: before.challenged || (before.payment_product === 'card' && outcome.status === 'ACTION_REQUIRED'),
  }
}

/** Orders that follow name what was approved, also where the payer had tried by another id before. */
function idOf({ status, processor_id_external: known }: StoredTransaction, outcome: PaymentOutcome): string | null {
  const told = outcome.processor_id_external || null
  return isOpen(status) && isApproved(outcome.status) ? (told ?? known) : (known ?? told)
}

function authenticationOf(operation: LockedPayment['operation'], { three_d_secure }: PaymentOutcome) {
  const isDemanded = operation.topic === 'processor.authorize' && operation.payload.three_d_secure === 'required'
  return isDemanded && three_d_secure === 'NOT_TRIED' ? 'NOT_HONOURED' : (three_d_secure ?? null)
}

const reasonOf = (outcome: PaymentOutcome | RefundOutcome) =>
  'reason' in outcome ? processorText(outcome.reason) : null

/** True: the processor did not carry out a capture or void. */
const isRefusedFollowUp = ({ operation }: LockedPayment, { status }: PaymentOutcome): boolean =>
  operation.topic !== 'processor.authorize' && ['FAILED', 'DECLINED', 'CANCELLED'].includes(status)

/**
 * The payment keeps what it has, as what another capture made of it. A success is money that was taken as well, so a person
 * looks.
 */
async function applyBesideAnother(
  trx: Trx,
  subject: LockedPayment,
  { status }: PaymentOutcome,
  now: Date,
): Promise<Applied> {
  if (status === 'PENDING' || status === 'ACTION_REQUIRED') return { isOver: false }
  const said = { kind: 'capture', we_say: subject.transaction.status, they_say: status } as const
  return over(isApproved(status) ? await contradictPayment(trx, subject, said, now) : undefined)
}
