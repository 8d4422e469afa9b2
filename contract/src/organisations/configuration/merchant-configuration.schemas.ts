import { z } from 'zod'
import { emailAddress, languages } from '../../identity/session.ts'
import { largestPayment } from '../../largest-payment.ts'
import { allModules } from '../../modules.ts'
import { largestPaymentEver } from '../../money.ts'
import { lineOfText, sum, tooLarge } from '../../wire.ts'
import { changeReason } from './change-reason.ts'
import {
  longestHold_days,
  longestRefund_days,
  type MerchantKeptKind,
  merchantKeptKinds,
  merchantKeptLeast,
} from './merchant-configuration.rules.ts'

const amount = (most: number) =>
  z.int('must_be_an_integer').min(1, 'must_be_positive').max(most, 'too_large').nullable()

const days = (most: number, least = 1) =>
  z.int('must_be_an_integer').min(least, 'too_small').max(most, 'too_large').nullable()

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

const modulesOfMerchant = {
  has_collecting: z
    .boolean()
    .meta({ description: 'Bank accounts, settlements and fees, where the installation collects' }),
  has_subscriptions: z.boolean().meta({ description: 'Plans, subscriptions and discounts' }),
  has_terminals: z.boolean().meta({ description: 'Devices in shops' }),
}

const longestKept_days = 36_500

const mailSender = {
  mail_name: lineOfText(100)
    .transform((text) => text.trim() || null)
    .refine((text) => text === null || !/[<>@]/.test(text), 'invalid_sender_name')
    .nullable()
    .meta({ description: 'The name of the sender; null: that of the installation' }),
  mail_reply_to: emailAddress.nullable().meta({ description: 'The address that answers go to; null: none' }),
  mail_language: z
    .enum(languages)
    .nullable()
    .meta({ description: 'The language of pages and mails where a payer has chosen none; null: the merchant’s' }),
}

const retention = {
  keep_webhooks_days: days(longestKept_days, merchantKeptLeast.webhooks).meta({
    description: 'Webhooks that are over, with their attempts',
  }),
  keep_notification_contents_days: days(longestKept_days, merchantKeptLeast.notification_contents).meta({
    description: 'The contents of what processors reported',
  }),
  keep_link_events_days: days(longestKept_days, merchantKeptLeast.link_events).meta({
    description: 'What happened to links, with the addresses that they were mailed to',
  }),
  keep_terminal_requests_days: days(longestKept_days, merchantKeptLeast.terminal_requests).meta({
    description: 'Requests of terminals',
  }),
  keep_import_files_days: days(longestKept_days, merchantKeptLeast.import_files).meta({
    description: 'Files of imports, with rejected rows and what could be taken back',
  }),
}

/** Limits are null where the merchant has none of its own. */
export const merchantConfiguration = z.object({
  ...limits,
  ...capturing,
  ...modulesOfMerchant,
  installed_modules: z.array(z.enum(allModules)).meta({ description: 'The parts that the installation has' }),
  running: z
    .object({ settlement_profiles: z.int(), subscriptions: z.int(), terminals: z.int() })
    .meta({ description: 'What goes on although its part is switched off: what is active, and not over' }),
  mail_name: z.string().nullable(),
  mail_reply_to: z.string().nullable(),
  mail_language: z.enum(languages).nullable(),
  ...retention,
  installation_days: z
    .object(Object.fromEntries(merchantKeptKinds.map((kind) => [kind, z.int()])) as Record<MerchantKeptKind, z.ZodInt>)
    .meta({ description: 'How many days the installation keeps each of them: the most that a merchant can have' }),
  configuration_reason: z.string().nullable().meta({ description: 'Why a part of this was changed the last time' }),
  base_currency: z.string(),
  volume_today: z
    .array(z.object({ currency_code: z.string(), amount: sum('Minor units'), too_large: tooLarge.optional() }))
    .meta({ description: 'What counts towards `daily_volume` today; empty before the first payment under the limit' }),
})

export type MerchantConfiguration = z.infer<typeof merchantConfiguration>

export const merchantConfigurationSchemas = { reply: merchantConfiguration }

export const setMerchantLimitsSchemas = {
  body: z.strictObject({ ...limits, reason: changeReason }),
  reply: merchantConfiguration,
}

export const setMerchantCapturingSchemas = {
  body: z
    .strictObject({ ...capturing, reason: changeReason })
    .superRefine(({ capture_after_days, release_after_days }, context) => {
      if (capture_after_days === null || release_after_days === null || release_after_days > capture_after_days) return
      context.addIssue({ code: 'custom', path: ['release_after_days'], message: 'must_be_after_capture' })
    }),
  reply: merchantConfiguration,
}

export const setMerchantModulesSchemas = {
  body: z.strictObject({ ...modulesOfMerchant, reason: changeReason }),
  reply: merchantConfiguration,
}

export const setMerchantMailSenderSchemas = {
  body: z.strictObject({ ...mailSender, reason: changeReason }),
  reply: merchantConfiguration,
}

export const setMerchantRetentionSchemas = {
  body: z.strictObject({ ...retention, reason: changeReason }),
  reply: merchantConfiguration,
}
