import { z } from 'zod'
import { rowSchema } from '../wire.ts'
import { type Merchant, merchant } from './merchant.entity.ts'

const revenue = z.object({ currency_code: z.string(), amount: z.int(), count: z.int() })

/** A merchant with its turnover of the last 28 days, one entry per currency. */
export const merchantReply = rowSchema(merchant).extend({ revenue: z.array(revenue) })

export type MerchantWithRevenue = Merchant & { revenue: z.infer<typeof revenue>[] }

export const activateMerchantSchemas = {
  body: z.strictObject({}),
  reply: merchantReply,
}

export const deactivateMerchantSchemas = {
  body: z.strictObject({}),
  reply: merchantReply,
}
