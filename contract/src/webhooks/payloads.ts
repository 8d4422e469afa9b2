import type { z } from 'zod'
import { cardLinkPayload } from './cardlink.payload.ts'
import { chargebackPayload } from './chargeback.payload.ts'
import type { Payload } from './payload.ts'
import { paymentLinkPayload } from './paymentlink.payload.ts'
import { refundPayload } from './refund.payload.ts'
import { reportPayload } from './report.payload.ts'
import { settlementPayload } from './settlement.payload.ts'
import { subscriptionPayload } from './subscription.payload.ts'
import { transactionPayload } from './transaction.payload.ts'
import { validationRulesetPayload } from './validationruleset.payload.ts'
import type { SendableType } from './webhook.rules.ts'

export const payloads = {
  transaction: transactionPayload,
  refund: refundPayload,
  chargeback: chargebackPayload,
  validationruleset: validationRulesetPayload,
  cardlink: cardLinkPayload,
  paymentlink: paymentLinkPayload,
  subscription: subscriptionPayload,
  settlement: settlementPayload,
  report: reportPayload,
} as const satisfies { readonly [T in SendableType]: Payload & { readonly type: T } }

export type PayloadData<T extends SendableType = SendableType> = z.output<(typeof payloads)[T]['data']>
