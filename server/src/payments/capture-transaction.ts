import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { BegunOperation } from '../engine/outbox/operation.ts'
import { isKnownToProcessor, lockTransaction, type StoredTransaction } from '../engine/records/stored-transaction.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { beginFollowUp } from './begin-follow-up.ts'
import { refuseExcludedPart } from './limits/abilities.ts'

export interface CaptureInput {
  /** In minor units. Undefined: the whole authorized amount. */
  amount?: number | undefined
}

/** Captures the held money or a part of it. */
export async function captureTransaction(
  trx: Trx,
  actor: Actor,
  id: string,
  { amount }: CaptureInput,
  now: Date,
): Promise<BegunOperation> {
  const transaction = await lockTransaction(trx, actor, id)
  // A payment of amount 0 only verifies a card, so there is no money to capture.
  if (!transactionCan.capture(transaction) || !isKnownToProcessor(transaction) || transaction.amount === 0)
    throw new Refusal('transaction_not_capturable')
  if (amount !== undefined && amount > transaction.amount) {
    throw new Refusal('capture_exceeds_authorized', { 'body.amount': 'too_large' })
  }
  if (amount !== undefined && amount < transaction.amount) {
    await requirePartialCapture(trx, transaction)
    await refuseExcludedPart(trx, transaction)
  }
  const asked = { topic: 'processor.capture', amount: amount ?? transaction.amount } as const
  return beginFollowUp(trx, actor, { transaction, ...asked }, now)
}

/** What is not captured is released, and not every merchant may decide that. */
async function requirePartialCapture(trx: Trx, { merchant_id }: StoredTransaction): Promise<void> {
  const { partial_capture } = await trx
    .selectFrom('merchant')
    .select('partial_capture')
    .where('id', '=', merchant_id)
    .executeTakeFirstOrThrow()
  if (!partial_capture) throw new Refusal('partial_capture_not_allowed')
}
