import { z } from 'zod'
import { chargebackStatuses } from '../disputes/chargeback.rules.ts'
import { amount, day, instant, type Payload, thing } from './payload.ts'

const data = z.object({
  id: thing,
  created_at: instant,
  status: z.enum(chargebackStatuses),
  amount,
  currency_code: z.string(),
  reason: z.string().nullable(),
  reason_code: z.string().nullable(),
  respond_by: day.nullable(),
  transaction: thing,
  merchant_reference: z.string().meta({ description: 'The reference of the payment' }),
  payment_profile: thing,
})

export const chargebackPayload = {
  type: 'chargeback',
  version: 1,
  summary: 'A chargeback was opened or reached another status',
  data,
} as const satisfies Payload
