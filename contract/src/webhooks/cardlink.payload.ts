import { z } from 'zod'
import { cardAddLinkStatuses } from '../checkout/link.rules.ts'
import { instant, type Payload, statusReason, thing } from './payload.ts'

const data = z.object({
  id: thing,
  created_at: instant,
  status: z.enum(cardAddLinkStatuses),
  status_reason: statusReason,
  merchant_reference: z.string(),
  customer: thing,
  card: thing.nullable().meta({ description: 'The card that was stored' }),
  transaction: thing.nullable().meta({ description: 'The payment that stored it' }),
})

export const cardLinkPayload = {
  type: 'cardlink',
  version: 1,
  summary: 'A link to store a card was used, cancelled, or has expired',
  data,
} as const satisfies Payload
