import { z } from 'zod'
import { emailAddress } from '../identity/session.ts'
import { largestPayment } from '../largest-payment.ts'
import { filledLine, knownCurrency, ofList, ofText, orCommas, plainText, rowSchema, uuid, webAddress } from '../wire.ts'
import { merchantCategory } from './merchant-category.schemas.ts'
import { paymentProfile } from './payment-profile.entity.ts'
import {
  longestDisplayName,
  mostMiddleware,
  mostProcessors,
  mostRoutings,
  profileHolders,
} from './payment-profile.rules.ts'

/** A payment profile with the routings that it uses. */
export const paymentProfileReply = rowSchema(paymentProfile)
  .extend({ routing: z.record(z.string(), z.string()).meta({ description: 'From payment product to routing id' }) })
  .meta({ id: 'payment_profile_with_routing' })
const reply = paymentProfileReply

const required = {
  name: filledLine(200),
  display_name: filledLine(longestDisplayName).meta({ description: 'The name that payers read' }),
  organisation: uuid,
  currency_code: knownCurrency.meta({
    description: 'Stays as it is once there is a payment, or anything else with an amount',
  }),
}

const address = webAddress.nullable().optional()

const failoverMeans = 'A payment that its processor certainly did not take goes on to a second one'

const optional = {
  website: address,
  description: plainText(500).min(1, ofText('required')).nullable().optional(),
  webhook_transaction_update: address,
  webhook_refund_update: address,
  webhook_chargeback_update: address,
  webhook_failed_email: emailAddress.nullable().optional(),
  largest_payment: largestPayment.optional(),
  failover: z.boolean().optional().meta({ description: failoverMeans }),
  mcc: merchantCategory.nullable().optional(),
  bank_account: uuid
    .nullable()
    .optional()
    .meta({ description: 'A verified account, to which its payments are paid out. Null: that of the merchant' }),
}

const distinct = (most: number) =>
  orCommas(
    z
      .array(uuid)
      .max(most, ofList('too_many'))
      .refine((ids) => new Set(ids).size === ids.length, 'twice'),
  )
const processors = distinct(mostProcessors)
const middleware = distinct(mostMiddleware)
const chosen = {
  processors: processors.optional().meta({ description: 'The preferred one first' }),
  middleware: middleware.optional().meta({ description: 'In the order in which they are asked' }),
}
const routing = z
  .record(z.string().regex(/^[a-z_]{1,40}$/, 'invalid_value'), uuid)
  .refine((given) => Object.keys(given).length <= mostRoutings, 'too_many')
  .optional()
  .meta({ description: 'From payment product to the routing that chooses its processor. Empty: none' })

export const createPaymentProfileSchemas = {
  body: z.strictObject({
    ...required,
    ...optional,
    ...chosen,
    routing,
  }),
  reply,
}

/** A field that is left out stays as it is. */
export const updatePaymentProfileSchemas = {
  body: z.strictObject({
    name: required.name.optional(),
    display_name: required.display_name.optional(),
    organisation: required.organisation.optional(),
    currency_code: required.currency_code.optional(),
    ...optional,
    ...chosen,
    routing,
  }),
  reply,
}

export const setPaymentProfileProcessorsSchemas = {
  body: z.strictObject({
    processors: processors.meta({ description: 'From now on, the preferred one first' }),
    seen: z.array(uuid).max(1_000, ofList('too_many')).meta({
      description: 'Those that the caller saw, in their order. If they are others by now, nothing changes',
    }),
    routing,
    failover: optional.failover,
  }),
  reply,
}

export const setPaymentProfileMiddlewareSchemas = {
  body: z.strictObject({
    middleware: middleware.meta({ description: 'From now on, in the order in which they are asked' }),
    seen: z.array(uuid).max(1_000, ofList('too_many')).meta({
      description: 'Those that the caller saw, in their order. If they are others by now, nothing changes',
    }),
  }),
  reply,
}

export const deletePaymentProfileSchemas = { body: z.strictObject({}), reply: z.null() }

const holder = z.object({
  holder: z.enum(profileHolders),
  count: z.int().optional().meta({
    description: 'Counted up to 1,001. Absent when the caller does not see all of these rows',
  }),
})

export const paymentProfileHoldersSchemas = { reply: z.array(holder) }

export const newPaymentProfileSchemas = {
  query: z.strictObject({ merchant: uuid.optional(), organisation: uuid.optional() }),
  reply: z.object({
    currency_code: z.string().meta({ description: 'The base currency of the merchant' }),
    checked_by: z.array(z.string()).meta({
      description:
        'Names of the middleware that it gets beside what is given, because the merchant is checked by it, as far as the caller sees it. Empty for whoever may choose middleware',
    }),
    checked_by_unseen: z
      .int()
      .meta({ description: 'The number of further middleware that it gets and that the caller may not see' }),
  }),
}
