import { kindOf, transactionCan } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import type { Found, PaymentOutcome, RefundOutcome } from '../outbox/found.ts'
import { readOperation } from '../outbox/operation.ts'
import {
  isSettled,
  isSuperseded,
  type LockedPayment,
  type LockedRefund,
  type LockedSubject,
} from '../outbox/subject.ts'
import type { StoredTransaction } from '../records/stored-transaction.ts'
import { applyAnswer } from './change-chargeback.ts'
import { changeRefund } from './change-refund.ts'
import { changeTransaction, passSteps, stepsTo } from './change-transaction.ts'
import { noteLateReport } from './contradiction.ts'
import { lastCapture } from './last-capture.ts'
import { processorText } from './processor-text.ts'
import { storeAgreement } from './store-agreement.ts'
import { storeCard } from './store-card.ts'

/**
 * Writes down the outcome of an operation, from an answer or a notification. A status never moves back, so a late, repeated
 * or unordered report does not change it. Returns true when the processor need not be asked again.
 */
export async function applyOutcome(trx: Trx, subject: LockedSubject, found: Found, now: Date): Promise<boolean> {
  if (subject.kind === 'answer' && found.kind === 'answer')
    return applyAnswer(trx, subject.transaction, subject.chargeback, found.outcome)
  if (subject.kind === 'refund' && found.kind === 'refund') {
    const refund = await applyRefundOutcome(trx, subject, found.outcome)
    return isSettled({ ...subject, refund })
  }
  if (subject.kind === 'payment' && found.kind === 'payment') return applyToPayment(trx, subject, found.outcome, now)
  throw new Error(`an outcome of the kind ${found.kind} for an operation of the kind ${subject.kind}`)
}

async function applyToPayment(trx: Trx, subject: LockedPayment, outcome: PaymentOutcome, now: Date): Promise<boolean> {
  if (isSuperseded(subject)) {
    // Another processor has the payment now. This one may repeat or withdraw its refusal: the payment does not change.
    await noteLateReport(trx, subject, outcome)
    return true
  }
  if (isRefusedFollowUp(subject, outcome) && !(await tookTheMoney(trx, subject))) {
    // The payment keeps the reason, so that people see it before they try again.
    if (transactionCan.capture(subject.transaction))
      await changeTransaction(trx, subject.transaction, { status_reason: reasonOf(outcome) })
    return true
  }
  return isSettled({ ...subject, transaction: await applyPaymentOutcome(trx, subject, outcome, now) })
}

const applyRefundOutcome = (trx: Trx, { transaction, refund }: LockedRefund, outcome: RefundOutcome) =>
  changeRefund(trx, transaction, refund, {
    status: outcome.status,
    status_reason: reasonOf(outcome),
    processor_id_external: outcome.processor_id_external || null,
  })

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
  const learnt = { ...whatIsLearnt(before, outcome), ...stored }
  if (outcome.status === 'ACTION_REQUIRED') {
    const isAwaited = before.status === 'INITIATED' || before.status === 'UNKNOWN'
    const { redirect_url } = isAwaited ? outcome : before
    return changeTransaction(trx, before, { ...learnt, redirect_url })
  }
  const statuses = stepsTo(before.status, outcome.status)
  if (statuses.length === 0) return changeTransaction(trx, before, learnt)
  const ending = { status_reason: reasonOf(outcome), redirect_url: null }
  const captured = statuses.includes('SETTLEMENT_REQUESTED')
    ? { captured_amount: await capturedAmount(trx, before) }
    : {}
  return passSteps(
    trx,
    before,
    statuses.map((status, at) => ({
      by: askerOf(operation, status),
      changes: {
        ...(at === 0 ? learnt : {}),
        ...(status === 'SETTLEMENT_REQUESTED' ? captured : {}),
        ...{ status, ...ending },
      },
    })),
  )
}

/** The actor that asked for a capture or void: the trail names it instead of the processor. Undefined for other changes. */
function askerOf(operation: LockedPayment['operation'], status: string) {
  if (operation.topic === 'processor.capture' && status === 'SETTLEMENT_REQUESTED') return operation.payload.asked_by
  if (operation.topic === 'processor.void' && status === 'AUTHORIZATION_VOIDED') return operation.payload.asked_by
  return undefined
}

/**
 * The facts that come with a status: the processor's own id, and the brand, the BIN and the last four digits of the card.
 */
function whatIsLearnt(before: StoredTransaction, outcome: PaymentOutcome) {
  const card = before.payment_product === 'card' ? outcome.card : undefined
  return {
    processor_id_external: before.processor_id_external ?? (outcome.processor_id_external || null),
    payment_product_type: before.payment_product_type ?? card?.brand ?? kindOf(before.payment_product),
    card_brand: before.card_brand ?? card?.brand ?? null,
    card_bin: before.card_bin ?? card?.bin ?? null,
    card_last_four: before.card_last_four ?? card?.last_four ?? null,
  }
}

const reasonOf = (outcome: PaymentOutcome | RefundOutcome) =>
  'reason' in outcome ? processorText(outcome.reason) : null

/** True: the processor did not carry out a capture or void. */
const isRefusedFollowUp = ({ operation }: LockedPayment, { status }: PaymentOutcome): boolean =>
  operation.topic !== 'processor.authorize' && ['FAILED', 'DECLINED', 'CANCELLED'].includes(status)

/**
 * True: the operation is the capture that brought the payment to SETTLEMENT_REQUESTED. Only its failure makes the payment
 * fail. After the failure of another capture or of a void, the payment keeps its status.
 */
async function tookTheMoney(trx: Trx, { operation, transaction }: LockedPayment): Promise<boolean> {
  if (operation.topic !== 'processor.capture' || transaction.status !== 'SETTLEMENT_REQUESTED') return false
  return (await lastCapture(trx, transaction))?.id === operation.id
}

/**
 * The amount of the last capture. Without a separate capture, it is the whole amount of the payment. Throws
 * `UnreadableOperation` when the capture cannot be read: the whole amount would be a guess about money, so the report is not
 * applied until somebody has mended the capture. The processor repeats it, or is asked again.
 */
async function capturedAmount(trx: Trx, transaction: StoredTransaction): Promise<number> {
  const row = transactionCan.capture(transaction) ? await lastCapture(trx, transaction) : undefined
  const capture = row && readOperation(row)
  return (capture?.topic === 'processor.capture' ? capture.payload.amount : undefined) ?? transaction.amount
}
