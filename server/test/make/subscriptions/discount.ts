import type { DiscountType } from '@kontor/contract/subscriptions/discount.rules'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

export async function discount(
  { db, next }: Making,
  merchant: string,
  given: {
    name?: string
    type?: DiscountType
    amount?: number
    currency_code?: string
    duration?: number
    minimum_amount?: number
    limit_to_first_order?: boolean
    organisation?: string
  } = {},
): Promise<string> {
  const { id, created_at } = newId(new Date())
  await db
    .insertInto('subscription_discount')
    .values({
      merchant_id: merchant,
      id,
      created_at,
      organisation_id: given.organisation ?? merchant,
      name: given.name ?? `Discount ${next()}`,
      type: given.type ?? 'fixed_cents',
      amount: given.amount ?? 100,
      currency_code: given.currency_code ?? null,
      duration: given.duration ?? null,
      minimum_amount: given.minimum_amount ?? null,
      limit_to_first_order: given.limit_to_first_order ?? false,
    })
    .execute()
  return id
}
