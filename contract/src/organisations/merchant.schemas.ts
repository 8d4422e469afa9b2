import { z } from 'zod'
import { countryCodes } from '../codes/countries.ts'
import { languages } from '../codes/languages.ts'
import { timeZone } from '../identity/profile.schemas.ts'
import { emailAddress } from '../identity/session.ts'
import type { TooLarge } from '../sums.ts'
import { knownCurrency, lineOfText, reference, rowSchema, sum, tooLarge, userName, vatNumber } from '../wire.ts'
import { changeReason } from './configuration/change-reason.ts'
import { type Merchant, merchant } from './merchant.entity.ts'
import { merchantCategory } from './merchant-category.schemas.ts'
import { organisationAddress, organisationName } from './organisation.schemas.ts'

const revenue = z.object({
  currency_code: z.string(),
  amount: sum('Minor units of `currency_code`'),
  count: z.int(),
  too_large: tooLarge.optional(),
})

/** A merchant with its turnover of the last 28 days, one entry per currency. */
export const merchantReply = rowSchema(merchant)
  .extend({
    too_large: tooLarge.nullable(),
    revenue: z.array(revenue),
  })
  .meta({ id: 'merchant_with_revenue' })

export type MerchantWithRevenue = Merchant & { too_large: TooLarge | null; revenue: z.infer<typeof revenue>[] }

export const activateMerchantSchemas = {
  body: z.strictObject({}),
  reply: merchantReply,
}

export const deactivateMerchantSchemas = {
  body: z.strictObject({}),
  reply: merchantReply,
}

const details = {
  name: organisationName,
  country_code: z.enum(countryCodes, 'invalid_country'),
  language: z.enum(languages),
  time_zone: timeZone,
  base_currency: knownCurrency,
  mcc: merchantCategory,
}

const external_id = reference(100)
  .nullable()
  .optional()
  .meta({ description: 'The provider’s own number or code of it. No two merchants have the same' })

/** What stands on its invoices, besides its address. */
const ofInvoices = {
  vat_number: vatNumber.nullable().optional().meta({ description: 'With the country in front: NL123456789B01' }),
  chamber_of_commerce: reference(30).nullable().optional(),
}

const legal_name = lineOfText(200)
  .transform((name) => name.trim() || null)
  .nullable()
  .optional()
  .meta({ description: 'Where it is not the name: on invoices, statements of settlements and payment pages' })

export const createMerchantSchemas = {
  body: z.strictObject({
    ...details,
    legal_name,
    external_id,
    ...ofInvoices,
    ...organisationAddress,
    user_name: userName.meta({ description: 'The first user, who gets every right in the merchant' }),
    user_email: emailAddress.meta({ description: 'Where the invitation goes. Unique among all users' }),
  }),
  reply: merchantReply,
}

/** A field that is left out stays as it is. */
export const updateMerchantSchemas = {
  body: z.strictObject({
    name: details.name.optional(),
    country_code: details.country_code.optional(),
    language: details.language.optional(),
    time_zone: details.time_zone.optional(),
    base_currency: details.base_currency.optional(),
    mcc: details.mcc.nullable().optional(),
    external_id,
    legal_name,
    ...ofInvoices,
    reason: changeReason.optional(),
  }),
  reply: merchantReply,
}
