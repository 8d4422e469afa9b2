import { z } from 'zod'
import { paymentProducts, transactionStatuses } from '../payments/transaction.rules.ts'
import { amount, instant, type Payload, statusReason, thing } from './payload.ts'

const data = z.object({
  id: thing,
  created_at: instant,
  status: z.enum(transactionStatuses),
  status_reason: statusReason,
  amount,
  captured_amount: amount,
  currency_code: z.string(),
  merchant_reference: z.string(),
  payment_product: z.enum(paymentProducts),
  recurring_type: z.enum(['initial', 'subsequent']).nullable(),
  blocked: z.boolean(),
  payment_profile: thing,
  customer: thing.nullable(),
  subscription: thing.nullable(),
  subscription_cycle: z.int().nullable(),
  payment_link: thing.nullable(),
  card_add_link: thing.nullable(),
})

export const transactionPayload = {
  type: 'transaction',
  version: 1,
  summary: 'A payment reached a status',
  data,
} as const satisfies Payload
