import { Refusal } from '@kontor/contract/refusal'
import type { StoredTransaction } from '../../engine/records/stored-transaction.ts'
import type { Trx } from '../../platform/db/database.ts'

const day_ms = 86_400_000

/** Refuses a refund that is larger or later than the provider allows the merchant. */
export async function refuseBeyondRefundLimits(
  trx: Trx,
  { merchant_id, created_at, currency_code }: StoredTransaction,
  amount: number,
  now: Date,
): Promise<void> {
  const { largest_refund, refund_days } = await trx
    .selectFrom('merchant')
    .select(['largest_refund', 'refund_days'])
    .where('id', '=', merchant_id)
    .executeTakeFirstOrThrow()
  if (refund_days !== null) {
    const last = new Date(Date.parse(created_at) + refund_days * day_ms)
    if (now > last) throw new Refusal('refund_window_over', { refund_days, refundable_until: last.toISOString() })
  }
  if (largest_refund !== null && amount > largest_refund)
    throw new Refusal('refund_too_large', { largest_refund, currency_code })
}
