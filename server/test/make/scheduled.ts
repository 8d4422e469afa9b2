import type { ScheduledStatus } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import { newId } from '../../src/platform/db/ids.ts'
import { card } from './customers/card.ts'
import { customer } from './customers/customer.ts'
import type { Making } from './making.ts'
import type { MadeMerchant } from './organisations/merchant.ts'

/** A scheduled payment from a stored card. */
export async function scheduled(
  making: Making,
  of: MadeMerchant,
  given: {
    customer?: string
    amount?: number
    due_at?: Date
    created_at?: Date
    organisation?: string
    merchant_reference?: string
    status?: ScheduledStatus
    /** The transaction of an attempt that was paid. */
    transaction?: { id: string; created_at: string }
  } = {},
) {
  const customer_id = given.customer ?? (await customer(making, of.merchant))
  const { id, created_at } = newId(given.created_at ?? new Date())
  const due_at = (given.due_at ?? new Date(Date.now() + 86_400_000)).toISOString()
  const status = given.status ?? 'CREATED'
  await making.db
    .insertInto('scheduled_transaction')
    .values({
      merchant_id: of.merchant,
      created_at,
      id,
      organisation_id: given.organisation ?? of.merchant,
      payment_profile_id: of.profile,
      customer_id,
      card_id: await card(making, of, customer_id),
      amount: given.amount ?? 2_500,
      currency_code: of.currency_code,
      merchant_reference: given.merchant_reference ?? `SCH-${making.next()}`,
      due_at,
      retry_policy: 'NONE',
      status,
      next_attempt_at: status === 'CREATED' ? due_at : null,
      attempts: given.transaction ? 1 : 0,
    })
    .execute()
  if (given.transaction) {
    await making.db
      .insertInto('scheduled_attempt')
      .values({
        merchant_id: of.merchant,
        scheduled_created_at: created_at,
        scheduled_id: id,
        attempt: 1,
        transaction_created_at: given.transaction.created_at,
        transaction_id: given.transaction.id,
        status: 'PAID',
        started_at: due_at,
        ended_at: due_at,
      })
      .execute()
  }
  return { id, created_at }
}
