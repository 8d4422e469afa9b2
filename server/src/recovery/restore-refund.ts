import { refundableAmount } from '@kontor/contract/payments/refund.rules'
import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import { isKnownToProcessor, lockTransaction, type StoredTransaction } from '../engine/records/stored-transaction.ts'
import { writeRefund } from '../payments/write-refund.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import type { Report } from '../processors/gateway.ts'

/**
 * Writes a refund of its gateway again, as PENDING; the report then moves it on. Nobody knows who ordered it, and why. False: the
 * payment, as it is here, cannot have it.
 */
export async function restoreRefund(
  trx: Trx,
  { merchant_id, id: payment }: StoredTransaction,
  { reference, money }: Report & { reference: string },
  now: Date,
): Promise<boolean> {
  const created_at = instantOf(reference)
  const transaction = await lockTransaction(trx, engineActor(merchant_id, 'processor'), payment)
  if (created_at === undefined || !money || money.currency_code !== transaction.currency_code) return false
  if (!transactionCan.refund(transaction) || !isKnownToProcessor(transaction)) return false
  if (money.amount > refundableAmount({ ...transaction, refunded_amount: transaction.refund_reserved })) return false
  const known = { ordered_at: created_at, isOver: false }
  await writeRefund(
    trx,
    transaction,
    { id: reference, created_at, amount: money.amount, created_by: null },
    { known, now },
  )
  return true
}
