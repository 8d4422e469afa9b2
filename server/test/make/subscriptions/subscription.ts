import type { SubscriptionStatus } from '@kontor/contract/subscriptions/subscription.rules'
import { newId } from '../../../src/platform/db/ids.ts'
import { customer } from '../customers/customer.ts'
import type { Making } from '../making.ts'
import type { MadeMerchant } from '../organisations/merchant.ts'
import { plan } from './plan.ts'

/**
 * A subscription that waits for its first payment; or ACTIVE, with a card that is charged from the first cycle on.
 */
export async function subscription(
  making: Making,
  of: MadeMerchant,
  given: {
    plan?: string
    customer?: string
    card?: string
    status?: SubscriptionStatus
    starts_on?: string
    billing_cycle?: number
    max_billing_cycle?: number
    organisation?: string
    payment_product?: string
    discount?: string
  } = {},
): Promise<string> {
  const { id, created_at } = newId(new Date())
  const status = given.status ?? 'CREATED'
  const isOver = status === 'EXPIRED' || status === 'CANCELLED' || status === 'COMPLETED'
  await making.db
    .insertInto('subscription')
    .values({
      merchant_id: of.merchant,
      id,
      created_at,
      organisation_id: given.organisation ?? of.merchant,
      customer_id: given.customer ?? (await customer(making, of.merchant)),
      plan_id: given.plan ?? (await plan(making, of)),
      payment_profile_id: of.profile,
      currency_code: of.currency_code,
      status,
      starts_on: given.starts_on ?? (status === 'CREATED' ? null : '2026-01-01'),
      due_date: isOver ? null : (given.starts_on ?? null),
      billing_cycle: given.billing_cycle ?? 1,
      max_billing_cycle: given.max_billing_cycle ?? null,
      payment_product: given.payment_product ?? (given.card ? 'card' : null),
      card_id: given.card ?? null,
      act_on: isOver ? null : (given.starts_on ?? '2999-01-01'),
    })
    .execute()
  if (given.discount)
    await making.db
      .insertInto('subscription_discount_attached')
      .values({
        merchant_id: of.merchant,
        ...newId(new Date()),
        subscription_id: id,
        subscription_discount_id: given.discount,
      })
      .execute()
  return id
}
