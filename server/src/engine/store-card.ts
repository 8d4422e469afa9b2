import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { PaymentOutcome } from '../processors/gateway.ts'
import type { LockedTransaction } from './locked-transaction.ts'
import { type Operation, payloadOf } from './operation.ts'

export const approved: readonly string[] = ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']

/**
 * Keeps the card that an approved payment was to store, by its token. The transaction is locked: a second report of the
 * same approval finds it there.
 */
export async function storeCard(
  trx: Trx,
  operation: Operation,
  transaction: LockedTransaction,
  outcome: PaymentOutcome,
  now: Date,
): Promise<{ card_id?: string }> {
  const { card } = outcome
  const { customer_id, processor_id } = transaction
  const isWanted = payloadOf(operation).store_card === true && approved.includes(outcome.status)
  if (!isWanted || !card?.token || !customer_id || !processor_id || transaction.card_id) return {}
  const { id, created_at } = newId(now)
  const customer = await trx
    .selectFrom('customer')
    .select('erased_at')
    .where('merchant_id', '=', transaction.merchant_id)
    .where('id', '=', customer_id)
    .forShare()
    .executeTakeFirstOrThrow()
  const { token, brand, bin, last_four, expiry_month, expiry_year } = card
  await trx
    .insertInto('card')
    .values({
      merchant_id: transaction.merchant_id,
      id,
      created_at,
      customer_id,
      processor_id,
      ...{ token, brand, bin, last_four, expiry_month, expiry_year },
      three_d_secure: outcome.three_d_secure ?? null,
      // Of somebody who was erased since he was asked for it nothing is charged.
      revoked_at: customer.erased_at,
    })
    .execute()
  return { card_id: id }
}
