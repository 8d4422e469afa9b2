import { isApproved } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { PaymentOutcome } from '../outbox/found.ts'
import type { LockedPayment } from '../outbox/subject.ts'

/**
 * Stores the card of an approved payment, if the order asked for it. Its keeper is the processor that issued the token, and
 * only there it can be charged. The locked transaction then has the card's id, so a
 * second report of the same approval stores nothing.
 */
export async function storeCard(
  trx: Trx,
  { operation, transaction, processor: processor_id }: LockedPayment,
  outcome: PaymentOutcome,
  now: Date,
): Promise<{ card_id?: string }> {
  const { card } = outcome
  const { customer_id } = transaction
  const isWanted = operation.topic === 'processor.authorize' && operation.payload.store_card === true
  if (!isWanted || !isApproved(outcome.status)) return {}
  if (!card?.token || !customer_id || transaction.card_id) return {}
  const { id, created_at } = newId(now)
  const customer = await trx
    .selectFrom('customer')
    .select('erased_at')
    .where('merchant_id', '=', transaction.merchant_id)
    .where('id', '=', customer_id)
    .forShare()
    .executeTakeFirstOrThrow()
  const { token, brand, bin = null, last_four, expiry_month, expiry_year } = card
  const { issuer_country = null, funding = null, holder = null } = card
  await trx
    .insertInto('card')
    .values({
      merchant_id: transaction.merchant_id,
      id,
      created_at,
      customer_id,
      processor_id,
      ...{ token, brand, bin, last_four, expiry_month, expiry_year, issuer_country, funding, holder },
      three_d_secure: outcome.three_d_secure ?? null,
      // A customer who was erased after the payment began must not be charged, so the card is stored as revoked.
      revoked_at: customer.erased_at,
    })
    .execute()
  return { card_id: id }
}
