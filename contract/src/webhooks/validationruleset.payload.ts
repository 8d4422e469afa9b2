import { z } from 'zod'
import { rulesetActions } from '../decisions/decision.rules.ts'
import { amount, instant, type Payload, thing } from './payload.ts'
import { statusesToTell } from './webhook.rules.ts'

const data = z.object({
  id: thing.meta({ description: 'The payment' }),
  created_at: instant,
  status: z
    .enum(statusesToTell.validationruleset)
    .meta({ description: 'CANCELLED: a ruleset blocked the payment. INITIATED: it goes on' }),
  ruleset: thing,
  name: z.string().meta({ description: 'The name of the ruleset' }),
  action: z.enum(rulesetActions),
  tag: thing.nullable().meta({ description: 'The tag that it put on the payment' }),
  amount,
  currency_code: z.string(),
  merchant_reference: z.string(),
  payment_profile: thing,
  customer: thing.nullable(),
})

export const validationRulesetPayload = {
  type: 'validationruleset',
  version: 1,
  summary: 'A ruleset hit a payment that begins',
  data,
} as const satisfies Payload
