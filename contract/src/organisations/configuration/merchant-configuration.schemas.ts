import { z } from 'zod'
import { largestPayment } from '../../largest-payment.ts'
import { largestPaymentEver } from '../../money.ts'
import { freeText, ofText, sum, tooLarge } from '../../wire.ts'
import { longestHold_days, longestRefund_days } from './merchant-configuration.rules.ts'

const amount = (most: number) =>
  z.int('must_be_an_integer').min(1, 'must_be_positive').max(most, 'too_large').nullable()

const days = (most: number) => z.int('must_be_an_integer').min(1, 'too_small').max(most, 'too_large').nullable()

const limits = {
  largest_payment: largestPayment,
  daily_volume: amount(Number.MAX_SAFE_INTEGER).meta({
    description:
      'The most that the payments of one business day of the merchant may add up to, for each currency by itself, in its minor units',
  }),
  largest_refund: amount(largestPaymentEver).meta({ description: 'The largest amount of one refund, in minor units' }),
  refund_days: days(longestRefund_days).meta({
    description: 'A payment can be refunded until so many days of 24 hours after it was made',
  }),
}

const capturing = {
  partial_capture: z.boolean().meta({ description: 'A part of an authorization may be captured' }),
  capture_after_days: days(longestHold_days).meta({
    description: 'An authorization is captured as a whole so many days of 24 hours after its payment was made',
  }),
  release_after_days: days(longestHold_days).meta({
    description: 'An authorization that is still not captured so many days after its payment was made is released',
  }),
}

/** Limits are null where the merchant has none of its own. */
export const merchantConfiguration = z.object({
  ...limits,
  ...capturing,
  configuration_reason: z.string().nullable().meta({ description: 'Why a part of this was changed the last time' }),
  base_currency: z.string(),
  volume_today: z
    .array(z.object({ currency_code: z.string(), amount: sum('Minor units'), too_large: tooLarge.optional() }))
    .meta({ description: 'What counts towards `daily_volume` today; empty before the first payment under the limit' }),
})

export type MerchantConfiguration = z.infer<typeof merchantConfiguration>

const reason = freeText(500)
  .refine((text) => text.trim() !== '', ofText('required'))
  .meta({ description: 'Why; kept in the history' })

export const merchantConfigurationSchemas = { reply: merchantConfiguration }

export const setMerchantLimitsSchemas = {
  body: z.strictObject({ ...limits, reason }),
  reply: merchantConfiguration,
}

export const setMerchantCapturingSchemas = {
  body: z.strictObject({ ...capturing, reason }).superRefine(({ capture_after_days, release_after_days }, context) => {
    if (capture_after_days === null || release_after_days === null || release_after_days > capture_after_days) return
    context.addIssue({ code: 'custom', path: ['release_after_days'], message: 'must_be_after_capture' })
  }),
  reply: merchantConfiguration,
}
