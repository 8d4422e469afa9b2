import { z } from 'zod'
import { languages } from '../../codes/languages.ts'
import { emailAddress } from '../../identity/session.ts'
import {
  currencyCode,
  knownCurrency,
  lineOfText,
  minorUnits,
  ofList,
  ofText,
  plainText,
  reference,
  rowSchema,
  sum,
  tooLarge,
  uuid,
  webAddress,
} from '../../wire.ts'
import { holdReasonLength } from '../settlement.rules.ts'
import { settlementProfile } from './settlement-profile.entity.ts'
import {
  negativeClosings,
  profileBooks,
  profileLimits,
  sepaText,
  settlementMethods,
} from './settlement-profile.rules.ts'

const reply = rowSchema(settlementProfile)
const day = z.string().meta({ format: 'date' })

const leftOut = 'that of the merchant’s package, or the usual one'

const settings = {
  name: reference(profileLimits.name),
  organisation: uuid,
  bank_account: uuid.meta({
    description: 'Where it is paid to. It must be verified, and of the currency of the payouts',
  }),
  settlement_schedule: uuid.nullable().meta({ description: `null: ${leftOut}` }),
  delay_days: z
    .int('must_be_an_integer')
    .min(0, 'too_small')
    .max(profileLimits.delay_days, 'too_large')
    .nullable()
    .meta({ description: `Banking days until what was booked on a day may be paid out; null: ${leftOut}` }),
  minimum: minorUnits
    .max(profileLimits.minimum, 'too_large')
    .nullable()
    .meta({ description: `Less is not paid out but carried, in minor units; null: ${leftOut}` }),
  negative: z
    .enum(negativeClosings)
    .nullable()
    .meta({
      description: `A negative closing goes into the next settlement, or the reserve pays it first; null: ${leftOut}`,
    }),
  method: z.enum(settlementMethods).meta({
    description:
      'NET: fees and VAT are taken from what is paid out. GROSS: invoices ask for them, from the open day on',
  }),
  payout_currency_code: knownCurrency
    .nullable()
    .meta({ description: 'The currency of its payouts, which is that of the bank account; null: its own' }),
  fx_margin_ppm: z
    .int('must_be_an_integer')
    .min(0, 'too_small')
    .max(profileLimits.fx_margin_ppm, 'too_large')
    .nullable()
    .transform((ppm) => ppm ?? 0)
    .meta({ description: 'The margin on an exchange, in millionths; null: none' }),
  statement_text: plainText(profileLimits.statement_text)
    .trim()
    .min(1, ofText('required'))
    .regex(sepaText, 'invalid_text')
    .nullable()
    .meta({ description: 'What the merchant reads on its bank statement; null: the number of the settlement alone' }),
  webhook_url: webAddress
    .nullable()
    .meta({ description: 'It is told of each settlement that closes, and when its payout is paid or comes back' }),
  recipients: z
    .array(emailAddress.transform((address) => address.toLowerCase()))
    .max(profileLimits.recipients, ofList('too_many'))
    .transform((addresses) => [...new Set(addresses)])
    .meta({ description: 'E-mail addresses that are mailed about each settlement that closes' }),
  language: z.enum(languages).nullable().meta({ description: 'Of these mails; null: that of the merchant' }),
}

export const createSettlementProfileSchemas = {
  body: z.strictObject({
    ...settings,
    book: z.enum(profileBooks).default('DEFAULT').meta({
      description: 'BANK_ACCOUNT: of the payment profiles that name the bank account. DEFAULT: of all others',
    }),
    currency_code: knownCurrency,
    settlement_schedule: settings.settlement_schedule.default(null),
    delay_days: settings.delay_days.default(null),
    minimum: settings.minimum.default(null),
    negative: settings.negative.default(null),
    method: settings.method.default('NET'),
    payout_currency_code: settings.payout_currency_code.default(null),
    fx_margin_ppm: settings.fx_margin_ppm.default(0),
    statement_text: settings.statement_text.default(null),
    webhook_url: settings.webhook_url.default(null),
    recipients: settings.recipients.default([]),
    language: settings.language.default(null),
  }),
  reply,
}

/** A field that is left out stays as it is. */
export const updateSettlementProfileSchemas = {
  body: z.strictObject({
    name: settings.name.optional(),
    organisation: settings.organisation.optional(),
    bank_account: settings.bank_account.optional(),
    settlement_schedule: settings.settlement_schedule.optional(),
    delay_days: settings.delay_days.optional(),
    minimum: settings.minimum.optional(),
    negative: settings.negative.optional(),
    method: settings.method.optional(),
    payout_currency_code: settings.payout_currency_code.optional(),
    fx_margin_ppm: settings.fx_margin_ppm.optional(),
    statement_text: settings.statement_text.optional(),
    webhook_url: settings.webhook_url.optional(),
    recipients: settings.recipients.optional(),
    language: settings.language.optional(),
  }),
  reply,
}

export const reasonOfHold = lineOfText(holdReasonLength).trim().min(1, ofText('required'))

export const holdSettlementProfileSchemas = { body: z.strictObject({ reason: reasonOfHold }), reply }
export const releaseSettlementProfileSchemas = { body: z.strictObject({}), reply }
export const deleteSettlementProfileSchemas = { body: z.strictObject({}) }

export const settlementProfilePreviewSchemas = {
  reply: z.object({
    schedule: z.object({ id: z.string(), name: z.string(), is_default: z.boolean() }),
    day: day.nullable().meta({ description: 'At its start the next settlement closes; null: people settle by hand' }),
    covers_from: day.nullable().meta({ description: 'null: nothing was booked yet' }),
    covers_through: day.nullable(),
    currency_code: currencyCode,
    opening: sum('Minor units of the currency, as the others'),
    total: sum('What is known to become available until then'),
    held_back: sum('Refunds under way'),
    paid: sum('What would be paid out by that'),
    carried: sum('What would be part of the next one'),
    too_large: tooLarge.optional(),
  }),
}
