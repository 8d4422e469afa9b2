import { z } from 'zod'
import { paymentLinkStatuses } from '../checkout/link.rules.ts'
import { amount, instant, type Payload, statusReason, thing } from './payload.ts'

const data = z.object({
  id: thing,
  created_at: instant,
  status: z.enum(paymentLinkStatuses),
  status_reason: statusReason,
  merchant_reference: z.string(),
  customer: thing.nullable(),
  amount: amount.nullable().meta({ description: 'Null: the payer chose the amount' }),
  currency_code: z.string(),
  uses: z.int().min(0).meta({ description: 'The number of payments' }),
  transaction: thing.nullable().meta({ description: 'The last payment' }),
})

export const paymentLinkPayload = {
  type: 'paymentlink',
  version: 1,
  summary: 'A payment link was paid as often as it may be, or has expired',
  data,
} as const satisfies Payload
