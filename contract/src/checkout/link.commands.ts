import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { emailAddress, languages } from '../identity/session.ts'
import { paymentProducts } from '../payments/transaction.rules.ts'
import { calendarDate, freeText, lineOfText, minorUnits, reference, rowSchema, uuid, webAddress } from '../wire.ts'
import { cardAddLink } from './card-add-link.entity.ts'
import { cardPurposes } from './link.rules.ts'
import { paymentLink } from './payment-link.entity.ts'

const address = z.url().meta({ description: 'Where the page is: whoever has it can pay' })

/** The row, and the address of its page. */
const paymentLinkReply = rowSchema(paymentLink).extend({ url: address })
const cardAddLinkReply = rowSchema(cardAddLink).extend({ url: address })

export const linkAddress = z.object({ url: address })

const positive = minorUnits.min(1, 'must_be_positive')

/** What links of both kinds are made with. */
const common = {
  payment_profile: uuid,
  description: freeText(500).optional(),
  language: z.enum(languages).optional().meta({ description: 'Of page and mail; the merchant’s when absent' }),
  expires_at: z
    .union([calendarDate, z.iso.datetime({ offset: true })], 'invalid_date')
    .optional()
    .meta({ description: 'An instant, or a day: then its last moment. 30 days from now when absent' }),
  send_mail: z.boolean().default(false),
  email_address: emailAddress.optional().meta({ description: 'The customer’s when absent' }),
  redirect_url: lineOfText(2000)
    .pipe(z.url({ protocol: /^https$/, hostname: /\./, error: 'must_be_https' }))
    .optional()
    .meta({ description: 'Where the payer may go on to afterwards' }),
  checkout: uuid.optional().meta({ description: 'The design of its page; the brand’s own look when absent' }),
  webhook_url: webAddress.optional().meta({ description: 'Told, signed, when the link is done or over' }),
}

const creating = ['merchant_inactive', 'customer_erased', 'idempotency_key_in_use', 'idempotency_key_reused'] as const

export const createPaymentLinkCommand = defineCommand({
  name: 'create-payment-link',
  method: 'POST',
  path: '/v1/paymentlink',
  summary: 'Make a payment link',
  roles: paymentLink.roles.create,
  body: z
    .strictObject({
      ...common,
      merchant_reference: reference(100),
      amount: positive.optional().meta({ description: 'The payer chooses when absent' }),
      minimum_amount: positive.optional(),
      maximum_amount: positive.optional(),
      customer: uuid.optional(),
      payment_products: z
        .array(z.enum(paymentProducts))
        .max(paymentProducts.length)
        .default([])
        .meta({ description: 'Empty: all that the payment profile takes' }),
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
  status: 201,
  reply: paymentLinkReply,
  refusals: [...creating, 'amount_too_large', 'no_processor_for_product'],
  changes: ['payment_link'],
})

export const createCardAddLinkCommand = defineCommand({
  name: 'create-card-add-link',
  method: 'POST',
  path: '/v1/cardaddlink',
  summary: 'Make a link to store a card',
  roles: cardAddLink.roles.create,
  body: z.strictObject({
    ...common,
    customer: uuid,
    merchant_reference: reference(100),
    purpose: z.enum(cardPurposes).default('recurring'),
  }),
  status: 201,
  reply: cardAddLinkReply,
  refusals: [...creating, 'no_processor_for_product'],
  changes: ['card_add_link'],
})

/** Anything that is done to a link that is there. */
const onPaymentLink = {
  method: 'POST',
  roles: paymentLink.roles.update,
  status: 200,
  reply: rowSchema(paymentLink),
  changes: ['payment_link'],
} as const
const onCardAddLink = {
  method: 'POST',
  roles: cardAddLink.roles.update,
  status: 200,
  reply: rowSchema(cardAddLink),
  changes: ['card_add_link'],
} as const
const nothing = z.strictObject({})
const mailBody = z.strictObject({ email_address: emailAddress.optional() })

export const mailPaymentLinkCommand = defineCommand({
  ...onPaymentLink,
  name: 'mail-payment-link',
  path: '/v1/paymentlink/:id/mail',
  summary: 'Mail a payment link, again',
  body: mailBody,
  refusals: ['link_not_active', 'too_many_attempts'],
})

export const expirePaymentLinkCommand = defineCommand({
  ...onPaymentLink,
  name: 'expire-payment-link',
  path: '/v1/paymentlink/:id/expire',
  summary: 'Expire a payment link now',
  body: nothing,
  refusals: ['link_not_active', 'payment_in_progress'],
})

export const mailCardAddLinkCommand = defineCommand({
  ...onCardAddLink,
  name: 'mail-card-add-link',
  path: '/v1/cardaddlink/:id/mail',
  summary: 'Mail a card-add link, again',
  body: mailBody,
  refusals: ['link_not_active', 'too_many_attempts'],
})

export const expireCardAddLinkCommand = defineCommand({
  ...onCardAddLink,
  name: 'expire-card-add-link',
  path: '/v1/cardaddlink/:id/expire',
  summary: 'Expire a card-add link now',
  body: nothing,
  refusals: ['link_not_active', 'payment_in_progress'],
})

export const cancelCardAddLinkCommand = defineCommand({
  ...onCardAddLink,
  name: 'cancel-card-add-link',
  path: '/v1/cardaddlink/:id/cancel',
  summary: 'Cancel a card-add link',
  body: nothing,
  refusals: ['link_not_active', 'payment_in_progress'],
})
