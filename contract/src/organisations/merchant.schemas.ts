import { z } from 'zod'
import { largestPayment } from '../largest-payment.ts'
import type { TooLarge } from '../sums.ts'
import { rowSchema, sum, tooLarge } from '../wire.ts'
import { type Merchant, merchant } from './merchant.entity.ts'

const revenue = z.object({
  currency_code: z.string(),
  amount: sum('Minor units of `currency_code`'),
  count: z.int(),
  too_large: tooLarge.optional(),
})

/** A merchant with its turnover of the last 28 days, one entry per currency. */
export const merchantReply = rowSchema(merchant)
  .extend({
    too_large: tooLarge.nullable(),
    revenue: z.array(revenue),
  })
  .meta({ id: 'merchant_with_revenue' })

export type MerchantWithRevenue = Merchant & { too_large: TooLarge | null; revenue: z.infer<typeof revenue>[] }

export const activateMerchantSchemas = {
  body: z.strictObject({}),
  reply: merchantReply,
}

export const deactivateMerchantSchemas = {
  body: z.strictObject({}),
  reply: merchantReply,
}

export const updateMerchantSchemas = { body: z.strictObject({ largest_payment: largestPayment }), reply: merchantReply }
