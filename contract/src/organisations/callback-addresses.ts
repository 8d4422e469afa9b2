import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { emailAddress } from '../identity/session.ts'
import { largestPayment } from '../payments/largest-payment.ts'
import { anyOf } from '../roles.ts'
import { rowSchema, webAddress } from '../wire.ts'
import { paymentProfile } from './payment-profile.entity.ts'

/** Where a shop is told of what becomes of its payments, refunds and chargebacks, and who hears that it does not work. */
export const callbackFields = [
  'webhook_transaction_update',
  'webhook_refund_update',
  'webhook_chargeback_update',
  'webhook_failed_email',
] as const
export type CallbackField = (typeof callbackFields)[number]

const address = webAddress.nullable().optional()

/** Changes what is named; null takes it away. */
export const updatePaymentProfileCommand = defineCommand({
  name: 'update-payment-profile',
  method: 'POST',
  path: '/v1/paymentprofile/:id',
  summary: 'Change where a payment profile is told of its payments, and how much one of them may be',
  roles: paymentProfile.roles.update,
  body: z.strictObject({
    webhook_transaction_update: address,
    webhook_refund_update: address,
    webhook_chargeback_update: address,
    webhook_failed_email: emailAddress.nullable().optional(),
    largest_payment: largestPayment.optional(),
  }),
  status: 200,
  reply: rowSchema(paymentProfile),
  refusals: ['idempotency_key_in_use', 'idempotency_key_reused'],
  changes: ['payment_profile', 'webhook_address'],
})

const instant = z.string().meta({ format: 'date-time' })
const given = z.string().nullable()

/** An address that has not worked of late. */
export const failingAddress = z.object({
  url: z.string(),
  failing_since: instant,
  failures: z.int(),
  response_code: z.int().nullable().meta({ description: 'Of the last attempt; 0: there was no answer' }),
  switched_off_at: instant.nullable(),
  switched_off_reason: z.enum(['failing', 'gone']).nullable(),
})
export type FailingAddress = z.output<typeof failingAddress>

/** `GET /v1/apisetting/callback`: each payment profile's addresses, and which of a merchant's addresses do not work. */
export const callbackAddresses = z
  .object({
    payment_profiles: z.array(
      z.object({
        id: z.string().meta({ format: 'uuid' }),
        name: z.string(),
        webhook_transaction_update: given,
        webhook_refund_update: given,
        webhook_chargeback_update: given,
        webhook_failed_email: given,
      }),
    ),
    failing: z.array(failingAddress),
  })
  .meta({ id: 'callback_addresses' })
export type CallbackAddresses = z.output<typeof callbackAddresses>
export type CallbackProfile = CallbackAddresses['payment_profiles'][number]

/** What waited while it was off leaves then. */
export const switchOnAddressCommand = defineCommand({
  name: 'switch-on-webhook-address',
  method: 'POST',
  path: '/v1/apisetting/webhookaddress/switch-on',
  summary: 'Send webhooks to an address again that was switched off because it failed',
  roles: anyOf('USER_ALL', 'PSP_ALL', 'WEBHOOK_ALL', 'WEBHOOK_UPDATE'),
  body: z.strictObject({ url: z.string().min(1, 'required').max(2000, 'too_long') }),
  status: 200,
  reply: failingAddress,
  refusals: ['idempotency_key_in_use', 'idempotency_key_reused'],
  changes: ['webhook_address', 'webhook'],
})
