import { z } from 'zod'
import { ofText } from '../wire.ts'

const instant = z.string().meta({ format: 'date-time' })

const given = z.string().nullable()

/** An address that recently failed. */
const failingAddress = z.object({
  url: z.string(),
  failing_since: instant,
  failures: z.int(),
  response_code: z
    .int()
    .nullable()
    .meta({ description: 'The HTTP status of the last attempt; 0: there was no answer' }),
  switched_off_at: instant.nullable(),
  switched_off_reason: z.enum(['failing', 'gone']).nullable(),
})

export type FailingAddress = z.output<typeof failingAddress>

/** The addresses of each payment profile, and the merchant's addresses that fail. */
const callbackAddresses = z
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

export const switchOnWebhookAddressSchemas = {
  body: z.strictObject({ url: z.string().min(1, ofText('required')).max(2000, ofText('too_long')) }),
  reply: failingAddress,
}

export const callbackAddressesSchemas = { reply: callbackAddresses }
