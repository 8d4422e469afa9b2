import type { Trx } from '../platform/database.ts'
import type { PaymentOutcome, RefundOutcome } from '../processors/gateway.ts'
import { changeRefund, findRefund } from './change-refund.ts'
import { changeTransaction, stepsTo } from './change-transaction.ts'
import type { LockedTransaction } from './locked-transaction.ts'

/** Moves a transaction to where its processor says it is. A report that is late or out of order changes nothing. */
export async function applyPaymentOutcome(
  trx: Trx,
  before: LockedTransaction,
  outcome: PaymentOutcome,
): Promise<LockedTransaction> {
  const known = await changeTransaction(trx, before, whatIsLearnt(before, outcome))
  if (outcome.status === 'ACTION_REQUIRED') return changeTransaction(trx, known, { redirect_url: outcome.redirect_url })
  let current = known
  for (const status of stepsTo(before.status, outcome.status)) {
    const captured = status === 'SETTLEMENT_REQUESTED' ? { captured_amount: await capturedAmount(trx, before) } : {}
    current = await changeTransaction(trx, current, {
      status,
      status_reason: reasonOf(outcome),
      redirect_url: null,
      ...captured,
    })
  }
  return current
}

export async function applyRefundOutcome(
  trx: Trx,
  transaction: LockedTransaction,
  refund: string,
  outcome: RefundOutcome,
): Promise<void> {
  const before = await findRefund(trx, transaction, refund)
  if (!before) return
  await changeRefund(trx, transaction, before, {
    status: outcome.status,
    status_reason: 'reason' in outcome ? outcome.reason : null,
    processor_id_external: outcome.processor_id_external || null,
  })
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

const reasonOf = (outcome: PaymentOutcome) => ('reason' in outcome ? outcome.reason.slice(0, 200) : null)

/** What the last capture asked for; everything when authorization and capture were one. */
async function capturedAmount(trx: Trx, transaction: LockedTransaction): Promise<number> {
  const capture = await trx
    .selectFrom('outbox')
    .select('payload')
    .where('merchant_id', '=', transaction.merchant_id)
    .where('transaction_created_at', '=', transaction.created_at)
    .where('transaction_id', '=', transaction.id)
    .where('topic', '=', 'processor.capture')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Written by captureTransaction.
  const payload = capture?.payload as { amount?: number } | undefined
  return payload?.amount ?? transaction.amount
}
