import type { RefundStatus } from '@kontor/contract/payments/refund.rules'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'
import type { MadeMerchant } from '../organisations/merchant.ts'
import { addFollowUpDelta } from './follow-up-delta.ts'

export async function refund(
  { db }: Making,
  of: MadeMerchant,
  transaction: { id: string; created_at: string },
  given: { amount?: number; status?: RefundStatus; created_at?: Date; organisation?: string; reason?: string } = {},
) {
  const { id, created_at } = newId(given.created_at ?? new Date())
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('refund')
      .values({
        merchant_id: of.merchant,
        created_at,
        id,
        organisation_id: given.organisation ?? of.merchant,
        transaction_created_at: transaction.created_at,
        transaction_id: transaction.id,
        processor_id: of.processor,
        amount: given.amount ?? 100,
        reason: given.reason ?? null,
        status: given.status ?? 'PROCESSED',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await addFollowUpDelta(trx, 'refund', transaction.id, row)
  })
  return { id, created_at }
}
