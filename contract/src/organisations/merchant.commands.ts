import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { largestPayment } from '../payments/largest-payment.ts'
import { anyOf } from '../roles.ts'
import { sum, type TooLarge, tooLarge } from '../sums.ts'
import { rowSchema } from '../wire.ts'
import { type Merchant, merchant } from './merchant.entity.ts'

const revenue = z.object({
  currency_code: z.string(),
  amount: sum('Minor units of `currency_code`'),
  count: z.int(),
  too_large: tooLarge.optional(),
})

/** A merchant with its turnover of the last 28 days, one entry per currency. */
export const merchantReply = rowSchema(merchant).extend({
  too_large: tooLarge.nullable(),
  revenue: z.array(revenue),
})
export type MerchantWithRevenue = Merchant & { too_large: TooLarge | null; revenue: z.infer<typeof revenue>[] }

const roles = anyOf('PSP_ALL', 'PSP_MERCHANT_ALL', 'PSP_MERCHANT_UPDATE')

/** The merchant's users can sign in again and its payments are accepted again. */
export const activateMerchantCommand = defineCommand({
  name: 'activate-merchant',
  method: 'POST',
  path: '/v1/psp/merchant/:id/activate',
  summary: 'Activate a merchant',
  roles,
  body: z.strictObject({}),
  status: 200,
  reply: merchantReply,
  refusals: [],
  changes: ['merchant'],
})

/** Its users are signed out and cannot sign in; its payments, captures and refunds are refused. */
export const deactivateMerchantCommand = defineCommand({
  name: 'deactivate-merchant',
  method: 'POST',
  path: '/v1/psp/merchant/:id/deactivate',
  summary: 'Deactivate a merchant',
  roles,
  body: z.strictObject({}),
  status: 200,
  reply: merchantReply,
  refusals: [],
  changes: ['merchant'],
})

/** Payments from now on; those that are there stay. */
export const updateMerchantCommand = defineCommand({
  name: 'update-merchant',
  method: 'POST',
  path: '/v1/psp/merchant/:id',
  summary: 'Set how much one payment of a merchant may be',
  roles,
  body: z.strictObject({ largest_payment: largestPayment }),
  status: 200,
  reply: merchantReply,
  refusals: [],
  changes: ['merchant'],
})
