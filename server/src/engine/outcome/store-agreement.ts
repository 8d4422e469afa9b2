import { isApproved } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { PaymentOutcome } from '../outbox/found.ts'
import type { LockedPayment } from '../outbox/subject.ts'

/**
 * Stores the agreement of an approved payment, if the order asked for it. A second report stores nothing, as in
 * `storeCard`.
 */
export async function storeAgreement(
  trx: Trx,
  { operation, transaction, processor: processor_id }: LockedPayment,
  { status, agreement }: PaymentOutcome,
  now: Date,
): Promise<{ agreement_id?: string }> {
  const { customer_id, payment_product, agreement_id } = transaction
  const isWanted = operation.topic === 'processor.authorize' && operation.payload.store_agreement === true
  if (!isWanted || !isApproved(status)) return {}
  if (!agreement || !customer_id || agreement_id) return {}
  const { id, created_at } = newId(now)
  const { merchant_id } = transaction
  await trx
    .insertInto('agreement')
    .values({ merchant_id, id, created_at, customer_id, processor_id, payment_product, token: agreement.token })
    .execute()
  return { agreement_id: id }
}
