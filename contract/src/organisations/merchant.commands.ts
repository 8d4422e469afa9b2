import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { anyOf } from '../roles.ts'
import { rowSchema } from '../wire.ts'
import { type Merchant, merchant } from './merchant.entity.ts'

const revenue = z.object({ currency_code: z.string(), amount: z.int(), count: z.int() })

/** A merchant with its turnover of the last 28 days, one entry per currency. */
export const merchantReply = rowSchema(merchant).extend({ revenue: z.array(revenue) })
export type MerchantWithRevenue = Merchant & { revenue: z.infer<typeof revenue>[] }

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
