import { z } from 'zod'
import { emailAddress, languages } from '../identity/session.ts'
import { paymentProducts } from '../payments/transaction.rules.ts'
import {
  calendarDate,
  freeText,
  minorUnits,
  ofList,
  reference,
  rowSchema,
  secureAddress,
  uuid,
  webAddress,
} from '../wire.ts'
import { cardAddLink } from './card-add-link.entity.ts'
import { cardPurposes } from './link.rules.ts'
import { linkActivity } from './link-activity.ts'
import { paymentLink } from './payment-link.entity.ts'

const address = z.url().meta({ description: 'The address of the page. Everybody who has it can use the link' })

/** The row with the address of its page. */
const paymentLinkReply = rowSchema(paymentLink).extend({ url: address }).meta({ id: 'payment_link_with_url' })

const cardAddLinkReply = rowSchema(cardAddLink).extend({ url: address }).meta({ id: 'card_add_link_with_url' })

const positive = minorUnits.min(1, 'must_be_positive')

/** Fields that links of both kinds are created with. */
const common = {
  payment_profile: uuid,
  description: freeText(500).optional(),
  language: z
    .enum(languages)
    .optional()
    .meta({ description: 'The language of the page and the mail; the merchant’s language when absent' }),
  expires_at: z
    .union([calendarDate, z.iso.datetime({ offset: true })], 'invalid_date')
    .optional()
    .meta({ description: 'An instant, or a day, which means its last moment. 30 days from now when absent' }),
  send_mail: z.boolean().default(false),
  email_address: emailAddress.optional().meta({ description: 'The customer’s e-mail address when absent' }),
  redirect_url: secureAddress.optional().meta({ description: 'The address where the payer can go on afterwards' }),
  checkout: uuid.optional().meta({ description: 'The checkout design of the page; the brand’s own look when absent' }),
  webhook_url: webAddress
    .optional()
    .meta({ description: 'Gets a signed webhook when the link is used up, cancelled or expired' }),
}

export const createPaymentLinkSchemas = {
  body: z
    .strictObject({
      ...common,
      merchant_reference: reference(100),
      amount: positive.optional().meta({ description: 'The payer chooses the amount when absent' }),
      minimum_amount: positive.optional(),
      maximum_amount: positive.optional(),
      customer: uuid.optional(),
      payment_products: z
        .array(z.enum(paymentProducts))
        .max(paymentProducts.length, ofList('too_many'))
        .default([])
        .meta({ description: 'Empty: all products that the payment profile takes' }),
      reusable: z.boolean().default(false),
      max_uses: z.int().min(1, 'too_small').max(1_000_000, 'too_large').optional(),
    })
    .refine((link) => link.amount === undefined || (link.minimum_amount ?? link.maximum_amount) === undefined, {
      path: ['amount'],
      error: 'open_or_fixed',
    })
    .refine((link) => (link.minimum_amount ?? 1) <= (link.maximum_amount ?? Number.MAX_SAFE_INTEGER), {
      path: ['maximum_amount'],
      error: 'too_small',
    })
    .refine((link) => link.reusable || link.max_uses === undefined || link.max_uses === 1, {
      path: ['max_uses'],
      error: 'only_when_reusable',
    }),
  reply: paymentLinkReply,
}

export const createCardAddLinkSchemas = {
  body: z.strictObject({
    ...common,
    customer: uuid,
    merchant_reference: reference(100),
    purpose: z.enum(cardPurposes).default('recurring'),
  }),
  reply: cardAddLinkReply,
}

const nothing = z.strictObject({})

const mailBody = z.strictObject({ email_address: emailAddress.optional() })

export const mailPaymentLinkSchemas = {
  body: mailBody,
  reply: rowSchema(paymentLink),
}

export const expirePaymentLinkSchemas = {
  body: nothing,
  reply: rowSchema(paymentLink),
}

export const mailCardAddLinkSchemas = {
  body: mailBody,
  reply: rowSchema(cardAddLink),
}

export const expireCardAddLinkSchemas = {
  body: nothing,
  reply: rowSchema(cardAddLink),
}

export const cancelCardAddLinkSchemas = {
  body: nothing,
  reply: rowSchema(cardAddLink),
}

/** Shapes that links of both kinds have. */
export const linkAddressSchemas = { reply: z.object({ url: address }) }
export const linkActivitySchemas = { reply: linkActivity }
