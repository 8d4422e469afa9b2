import { chargebackBlocksRefund, chargebackStatuses } from '@kontor/contract/disputes/chargeback.rules'
import { overrideChargebackRoles, refundableAmount } from '@kontor/contract/payments/refund.rules'
import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import { Refusal, type RefusalDetails } from '@kontor/contract/refusal'
import { isAllowed } from '@kontor/contract/roles'
import { hasOpenCancellation } from '../engine/outbox/cancellation.ts'
import { enqueue } from '../engine/outbox/outbox.ts'
import { followUpDelta, recordDeltas } from '../engine/records/statistics-delta.ts'
import {
  findTransaction,
  isKnownToProcessor,
  lockTransaction,
  type StoredTransaction,
} from '../engine/records/stored-transaction.ts'
import { requireActiveMerchant } from '../organisations/merchants/active-merchant.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { Locked } from '../platform/db/locked.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { refuseExcludedRefund } from './limits/abilities.ts'
import { refuseBeyondRefundLimits } from './limits/refund-limits.ts'

export interface RefundInput {
  amount: number
  /** What the sender believes has been refunded so far: two people may refund the same part, each unaware of the other. */
  refunded_amount?: number | undefined
  reason?: string | undefined
  /** The reason for a refund in spite of a chargeback. */
  override_chargeback_reason?: string | undefined
  /** Null: the merchant is not told who. Default: the actor. */
  created_by?: null
  /** The provider pays back money that should never have been taken: the limits of the merchant's refunds do not hold. */
  isBeyondLimits?: true
}

/** The refund. Its id is also the id of the job that tells the processor. */
export interface BegunRefund {
  merchant: string
  refund: string
}

/**
 * Records a refund as PENDING, with its job. The outbox calls the processor after the commit, never inside the
 * transaction.
 */
export async function refundTransaction(
  trx: Trx,
  actor: Actor,
  id: string,
  input: RefundInput,
  now: Date,
): Promise<BegunRefund> {
  await refuseCardNumber(trx, 'body.reason', input.reason)
  await refuseCardNumber(trx, 'body.override_chargeback_reason', input.override_chargeback_reason)
  const seen = await findTransaction(trx, actor, id)
  if (!seen) throw new Refusal('not_found')
  await requireActiveMerchant(trx, seen.merchant_id)
  // The first check is made without a lock, so that a refused request does not wait for the lock of a busy transaction.
  requireRefundable(seen, input)
  await refuseExcludedRefund(trx, seen, input.amount)
  if (!input.isBeyondLimits) await refuseBeyondRefundLimits(trx, seen, input.amount, now)
  const transaction = requireRefundable(await lockTransaction(trx, actor, id), input)
  // The processor may be releasing this very money.
  if (await hasOpenCancellation(trx, transaction)) throw new Refusal('operation_in_progress')
  const isUnderChargeback = await hasTakenChargeback(trx, transaction)
  if (isUnderChargeback) requireOverride(actor, input.override_chargeback_reason)

  const key = { merchant_id: transaction.merchant_id, ...newId(now) }
  const of = { transaction_created_at: transaction.created_at, transaction_id: transaction.id }
  const values = { ...key, amount: input.amount, status: 'PENDING' as const }
  // A trigger on this insert adds the amount to what the transaction has reserved. A CHECK constraint limits that sum.
  await trx
    .insertInto('refund')
    .values({
      ...values,
      ...of,
      organisation_id: transaction.organisation_id,
      processor_id: transaction.processor_id,
      reason: input.reason || null,
      override_chargeback_reason: isUnderChargeback ? (input.override_chargeback_reason ?? null) : null,
      created_by: input.created_by === null ? null : actor.name,
    })
    .execute()
  await recordDeltas(trx, [followUpDelta('refund', transaction, values, 1)])
  await enqueue(
    trx,
    { merchant_id: key.merchant_id, id: key.id, topic: 'processor.refund', ...of, refund_id: key.id, payload: {} },
    now,
  )
  return { merchant: key.merchant_id, refund: key.id }
}

function requireRefundable<T extends StoredTransaction>(transaction: T, { amount, refunded_amount }: RefundInput) {
  if (!transactionCan.refund(transaction) || !isKnownToProcessor(transaction))
    throw new Refusal('transaction_not_refundable')
  const refunded = transaction.refund_reserved
  const refundable = refundableAmount({ ...transaction, refunded_amount: refunded })
  const excess: RefusalDetails = amount > refundable ? { 'body.amount': 'too_large' } : {}
  // Less than believed is a refund that failed: nobody can have refunded the same part.
  if (refunded_amount !== undefined && refunded > refunded_amount)
    throw new Refusal('refunded_meanwhile', { ...excess, refunded_amount: refunded, refundable })
  if (amount > refundable) throw new Refusal('refund_exceeds_refundable', { ...excess, refundable })
  return transaction
}

async function hasTakenChargeback(trx: Trx, transaction: Locked<StoredTransaction>): Promise<boolean> {
  const chargeback = await trx
    .selectFrom('chargeback')
    .select('id')
    .where('merchant_id', '=', transaction.merchant_id)
    .where('transaction_id', '=', transaction.id)
    .where('status', 'in', chargebackStatuses.filter(chargebackBlocksRefund))
    .executeTakeFirst()
  return chargeback !== undefined
}

/** A refund during a chargeback may pay the payer twice, so it needs a further role and a reason. */
function requireOverride(actor: Actor, reason: string | undefined): void {
  const mayOverride = isAllowed(overrideChargebackRoles, actor.roles)
  if (!reason) {
    if (!mayOverride) throw new Refusal('refund_blocked_by_chargeback')
    throw new Refusal('refund_blocked_by_chargeback', { 'body.override_chargeback_reason': 'required' })
  }
  if (!mayOverride) throw new Refusal('forbidden', { roles: overrideChargebackRoles.map((group) => group.join(' + ')) })
}
