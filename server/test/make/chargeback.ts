import type { ChargebackStatus } from '@kontor/contract/disputes/chargeback.rules'
import { newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'
import type { MadeMerchant } from './organisations/merchant.ts'
import { addFollowUpDelta } from './payments/follow-up-delta.ts'

export async function chargeback(
  { db }: Making,
  of: MadeMerchant,
  transaction: { id: string; created_at: string; amount?: number },
  given: {
    amount?: number
    status?: ChargebackStatus
    created_at?: Date
    organisation?: string
    respond_by?: string | null
    reason_code?: string
  } = {},
) {
  const { id, created_at } = newId(given.created_at ?? new Date())
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('chargeback')
      .values({
        merchant_id: of.merchant,
        created_at,
        id,
        organisation_id: given.organisation ?? of.merchant,
        transaction_created_at: transaction.created_at,
        transaction_id: transaction.id,
        processor_id: of.processor,
        amount: given.amount ?? transaction.amount ?? 100,
        status: given.status ?? 'OPEN',
        reason: 'goods_not_received',
        reason_code: given.reason_code ?? '13.1',
        respond_by:
          given.respond_by === undefined
            ? new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
            : given.respond_by,
        processor_id_external: `prior_${id}`,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await addFollowUpDelta(trx, 'chargeback', transaction.id, row)
  })
  return { id, created_at }
}
