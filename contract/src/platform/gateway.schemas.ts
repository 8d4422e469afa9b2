import { z } from 'zod'
import { languages } from '../codes/languages.ts'
import { chargebackAnswers } from '../processors/capabilities.ts'
import { processorModes } from '../processors/processor.rules.ts'
import { processorSettlementTypes } from '../processors/processor-settlement.rules.ts'

/** A text in each language of the screens. */
export const words = z.object(
  // The cast is safe: each key is a language, and each value a string.
  Object.fromEntries(languages.map((language) => [language, z.string()])) as Record<
    (typeof languages)[number],
    z.ZodString
  >,
)
export type Words = z.infer<typeof words>

const credentialField = z.object({
  name: z.string(),
  label: z.string().meta({ description: "As in the gateway's own documentation" }),
  secret: z.boolean(),
  required: z.union([z.boolean(), z.literal('live')]).meta({ description: '`live`: only with real money' }),
  only_live: z.boolean().meta({ description: 'True: an account for tests has no such value' }),
  pattern: z.string().nullable().meta({ description: 'A regular expression for the whole value' }),
  where: words.meta({ description: "The place in the gateway's own back office where a person finds it" }),
})
export type GatewayCredentialField = z.infer<typeof credentialField>

const product = z.object({
  payment_product: z.string(),
  capture: z.enum(['with_authorization', 'separate', 'both']),
  captures: z.enum(['one_full', 'one_partial', 'many']),
  refunds: z.enum(['none', 'full', 'partial']),
  refund_days: z.int().meta({ description: 'Days after the payment within which the gateway is known to pay it back' }),
  keeps: z.array(z.enum(['card', 'agreement'])).meta({ description: 'What can be kept to charge the payer later' }),
  currencies: z.array(z.string()).nullable().meta({ description: 'Null: all that the gateway takes' }),
  answers: z.array(z.enum(chargebackAnswers)).meta({ description: 'Answers to a chargeback that the gateway takes' }),
})
/** A payment product at a gateway, as the manifest of the gateway describes it. */
export type GatewayProduct = z.infer<typeof product>

const settlement = z.object({
  needs: words.nullable().meta({ description: 'What an account needs for it' }),
  types: z
    .array(
      z.object({ processor_settlement_type: z.enum(processorSettlementTypes), credential: z.array(credentialField) }),
    )
    .meta({ description: 'Where its files can come from, each with the fields of its credential' }),
})

const gateway = z.object({
  name: z.string(),
  label: z.string(),
  modes: z.array(z.enum(processorModes)).meta({ description: 'Empty: it cannot be reached from here' }),
  credential: z.array(credentialField),
  products: z.array(product),
  settlement: settlement.nullable().meta({ description: 'Null: nothing reads what it pays out' }),
  webhook: z.object({ set_up: z.enum(['by_hand', 'by_api', 'per_payment']) }),
})
export type GatewayDescription = z.infer<typeof gateway>

export const gatewaysSchemas = { reply: z.array(gateway) }
