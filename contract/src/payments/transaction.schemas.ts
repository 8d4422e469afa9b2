import { z } from 'zod'
import {
  countryCode,
  currencyCode,
  lineOfText,
  minorUnits,
  ofText,
  reference,
  rowSchema,
  secureAddress,
  uuid,
} from '../wire.ts'
import { timeline } from './timeline.ts'
import { transaction } from './transaction.entity.ts'
import { paymentProducts } from './transaction.rules.ts'

const reply = rowSchema(transaction)
  .extend({
    redirect_url: z
      .string()
      .optional()
      .meta({ description: 'The page where the payer has to go on (3-D Secure), while the payment is INITIATED' }),
  })
  .meta({ id: 'transaction_with_redirect' })

const positive = minorUnits.min(1, 'must_be_positive')

export const createTransactionSchemas = {
  body: z.strictObject({
    payment_profile: uuid,
    amount: positive,
    currency_code: currencyCode.optional().meta({ description: 'Must be the currency of the payment profile' }),
    payment_product: z.enum(paymentProducts),
    merchant_reference: reference(100),
    customer: uuid.optional(),
    card: uuid.optional().meta({ description: 'A stored card of the customer' }),
    card_token: lineOfText(100).optional().meta({ description: 'A token of the processor’s vault, or a test token' }),
    terminal: uuid.optional().meta({ description: 'The terminal that the payment comes from' }),
    capture: z.boolean().default(true).meta({ description: 'false: authorize now, capture later' }),
    country_code: countryCode.optional(),
    user_agent: z
      .string()
      .max(1000, ofText('too_long'))
      .optional()
      .meta({ description: 'The payer’s User-Agent header' }),
    return_url: secureAddress.optional().meta({
      description: 'The payer is present. He comes back here from a page of his bank or wallet',
    }),
  }),
  reply,
}

export const captureTransactionSchemas = {
  body: z.strictObject({ amount: positive.optional().meta({ description: 'The whole amount when absent' }) }),
  reply,
}

export const voidTransactionSchemas = {
  body: z.strictObject({}),
  reply,
}

export const timelineSchemas = { reply: timeline }
