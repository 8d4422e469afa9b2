import { chargebackBlocksRefund, chargebackStatuses } from '@kontor/contract/payments/chargeback.rules'
import { refundableAmount } from '@kontor/contract/payments/refund.rules'
import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/actor.ts'
import type { Trx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { type LockedTransaction, lockTransaction, requireActiveMerchant } from './locked-transaction.ts'
import { enqueue } from './outbox.ts'
import { followUpDelta, recordDeltas } from './statistics-delta.ts'

export interface RefundInput {
  transaction: string
  amount: number
  reason?: string | undefined
}

/** The refund and the job that tells the processor. */
export interface BegunRefund {
  merchant: string
  refund: string
}

/** Records a refund as an intent. The processor is called after the commit, from the outbox, never inside the transaction. */
export async function refundTransaction(trx: Trx, actor: Actor, input: RefundInput, now: Date): Promise<BegunRefund> {
  const transaction = await lockTransaction(trx, actor, input.transaction)
  await requireActiveMerchant(trx, transaction.merchant_id)
  if (!transactionCan.refund(transaction) || !transaction.processor_id) throw new Refusal('transaction_not_refundable')
  await refuseUnderChargeback(trx, transaction)
  const refundable = refundableAmount({ ...transaction, refunded_amount: transaction.refund_reserved })
  if (input.amount > refundable)
    throw new Refusal('refund_exceeds_refundable', { 'body.amount': 'too_large', refundable })

  const key = { merchant_id: transaction.merchant_id, ...newId(now) }
  const of = { transaction_created_at: transaction.created_at, transaction_id: transaction.id }
  const values = { ...key, amount: input.amount, status: 'PENDING' as const }
  // The trigger on this insert moves the ceiling on the transaction, under its CHECK.
  await trx
    .insertInto('refund')
    .values({
      ...values,
      ...of,
      organisation_id: transaction.organisation_id,
      processor_id: transaction.processor_id,
      reason: input.reason || null,
      created_by: actor.name,
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

async function refuseUnderChargeback(trx: Trx, transaction: LockedTransaction): Promise<void> {
  const chargeback = await trx
    .selectFrom('chargeback')
    .select('id')
    .where('merchant_id', '=', transaction.merchant_id)
    .where('transaction_id', '=', transaction.id)
    .where('status', 'in', chargebackStatuses.filter(chargebackBlocksRefund))
    .executeTakeFirst()
  if (chargeback) throw new Refusal('refund_blocked_by_chargeback')
}
