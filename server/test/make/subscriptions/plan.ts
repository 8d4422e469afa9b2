import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'
import type { MadeMerchant } from '../organisations/merchant.ts'

export async function plan(
  { db, next }: Making,
  of: MadeMerchant,
  given: {
    name?: string
    amount?: number
    interval?: string
    interval_count?: number
    organisation?: string
    checkout?: string
    max_billing_cycle?: number
    statuses?: string[]
    webhook?: string
    email?: string
  } = {},
): Promise<string> {
  const { id, created_at } = newId(new Date())
  await db
    .insertInto('plan')
    .values({
      merchant_id: of.merchant,
      id,
      created_at,
      organisation_id: given.organisation ?? of.merchant,
      payment_profile_id: of.profile,
      currency_code: of.currency_code,
      checkout_id: given.checkout ?? null,
      name: given.name ?? `Plan ${next()}`,
      amount: given.amount ?? 1_000,
      interval: given.interval ?? 'month',
      interval_count: given.interval_count ?? 1,
      max_billing_cycle: given.max_billing_cycle ?? null,
      statuses_subscription_update: given.statuses ?? [],
      webhook_subscription_update: given.webhook ?? null,
      email_subscription_update: given.email ?? null,
    })
    .execute()
  return id
}
