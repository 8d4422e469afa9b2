import { z } from 'zod'
import { refundStatuses } from '../payments/refund.rules.ts'
import { amount, instant, type Payload, statusReason, thing } from './payload.ts'

const data = z.object({
  id: thing,
  created_at: instant,
  status: z.enum(refundStatuses),
  status_reason: statusReason,
  amount,
  currency_code: z.string(),
  transaction: thing,
  merchant_reference: z.string().meta({ description: 'The reference of the payment' }),
  payment_profile: thing,
})

export const refundPayload = {
  type: 'refund',
  version: 1,
  summary: 'A refund was begun or reached another status',
  data,
} as const satisfies Payload
