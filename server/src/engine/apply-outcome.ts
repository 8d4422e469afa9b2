import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import { engineActor } from '../platform/db/actor.ts'
import { actAs, type Trx } from '../platform/db/database.ts'
import type { Found, PaymentOutcome, RefundOutcome } from '../processors/gateway.ts'
import { applyAnswer } from './change-chargeback.ts'
import { changeRefund, type StoredRefund } from './change-refund.ts'
import { changeTransaction, stepsTo } from './change-transaction.ts'
import type { LockedSubject } from './locked-subject.ts'
import type { LockedTransaction, StoredTransaction } from './locked-transaction.ts'
import { isRefusedFollowUp, isSettled, type Operation, payloadOf } from './operation.ts'
import { processorText } from './processor-text.ts'
import { storeAgreement } from './store-agreement.ts'
import { storeCard } from './store-card.ts'

/**
 * Writes down what a processor says of an operation, whether it answered or notified. A report that is late, repeated or
 * out of order changes nothing. True: nothing is left to ask.
 */
export async function applyOutcome(
  trx: Trx,
  operation: Operation,
  { transaction, refund, chargeback }: LockedSubject,
  { kind, outcome }: Found,
  now: Date,
): Promise<boolean> {
  if (kind === 'answer') return chargeback === undefined || applyAnswer(trx, transaction, chargeback, outcome)
  if (kind === 'refund') {
    const after = refund && (await applyRefundOutcome(trx, transaction, refund, outcome))
    return isSettled(operation, transaction, after)
  }
  if (isRefusedFollowUp(operation, outcome.status) && !(await tookTheMoney(trx, operation, transaction))) {
    // It may be tried anew, and whoever does so wants to know what was wrong.
    if (transactionCan.capture(transaction))
      await changeTransaction(trx, transaction, { status_reason: reasonOf(outcome) })
    return true
  }
  return isSettled(operation, await applyPaymentOutcome(trx, operation, transaction, outcome, now), undefined)
}

async function applyRefundOutcome(
  trx: Trx,
  transaction: LockedTransaction,
  before: StoredRefund,
  outcome: RefundOutcome,
): Promise<StoredRefund> {
  return changeRefund(trx, transaction, before, {
    status: outcome.status,
    status_reason: reasonOf(outcome),
    processor_id_external: outcome.processor_id_external || null,
  })
}

/** Moves a transaction to where its processor says it is. */
async function applyPaymentOutcome(
  trx: Trx,
  operation: Operation,
  before: LockedTransaction,
  outcome: PaymentOutcome,
  now: Date,
): Promise<LockedTransaction> {
  const stored = {
    ...(await storeCard(trx, operation, before, outcome, now)),
    ...(await storeAgreement(trx, operation, before, outcome, now)),
  }
  const known = await changeTransaction(trx, before, { ...whatIsLearnt(before, outcome), ...stored })
  if (outcome.status === 'ACTION_REQUIRED') {
    const isAwaited = before.status === 'INITIATED' || before.status === 'UNKNOWN'
    return isAwaited ? changeTransaction(trx, known, { redirect_url: outcome.redirect_url }) : known
  }
  let current = known
  for (const status of stepsTo(before.status, outcome.status)) {
    const captured = status === 'SETTLEMENT_REQUESTED' ? { captured_amount: await capturedAmount(trx, before) } : {}
    const asker = statusAskedFor[operation.topic] === status ? payloadOf(operation).asked_by : undefined
    if (asker) await actAs(trx, asker)
    current = await changeTransaction(trx, current, {
      status,
      status_reason: reasonOf(outcome),
      redirect_url: null,
      ...captured,
    })
    if (asker) await actAs(trx, engineActor(before.merchant_id, 'processor'))
  }
  return current
}

/** What a capture or void brings about is done by whoever asked for it; all else is the processor's doing. */
const statusAskedFor: Readonly<Record<string, string>> = {
  'processor.capture': 'SETTLEMENT_REQUESTED',
  'processor.void': 'AUTHORIZATION_VOIDED',
}

/** What the processor tells besides the status: its own id, and the card, of which we keep brand, BIN and last four. */
function whatIsLearnt(before: LockedTransaction, outcome: PaymentOutcome) {
  const card = before.payment_product === 'card' ? outcome.card : undefined
  return {
    processor_id_external: before.processor_id_external ?? (outcome.processor_id_external || null),
    payment_product_type: before.payment_product_type ?? card?.brand ?? before.payment_product,
    card_brand: before.card_brand ?? card?.brand ?? null,
    card_bin: before.card_bin ?? card?.bin ?? null,
    card_last_four: before.card_last_four ?? card?.last_four ?? null,
  }
}

const reasonOf = (outcome: PaymentOutcome | RefundOutcome) =>
  'reason' in outcome ? processorText(outcome.reason) : null

/**
 * A capture or void that came to nothing is no payment that failed: what was authorized, or captured by another, stands.
 * Only when the very capture that asked for the money fails afterwards, the money does not come.
 */
async function tookTheMoney(trx: Trx, operation: Operation, transaction: StoredTransaction): Promise<boolean> {
  if (operation.topic !== 'processor.capture' || transaction.status !== 'SETTLEMENT_REQUESTED') return false
  return (await lastCapture(trx, transaction))?.id === operation.id
}

/** What the last capture asked for; everything when authorization and capture were one. */
async function capturedAmount(trx: Trx, transaction: LockedTransaction): Promise<number> {
  const capture = transactionCan.capture(transaction) ? await lastCapture(trx, transaction) : undefined
  return (capture && payloadOf(capture).amount) ?? transaction.amount
}

const lastCapture = (trx: Trx, transaction: StoredTransaction) =>
  trx
    .selectFrom('outbox')
    .select(['id', 'payload'])
    .where('merchant_id', '=', transaction.merchant_id)
    .where('transaction_id', '=', transaction.id)
    .where('topic', '=', 'processor.capture')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
