import { languages } from '../../codes/languages.ts'
import { defineEntity, type Row } from '../../entity.ts'
import {
  choice,
  choices,
  currency,
  id,
  integer,
  money,
  ofMerchant,
  optional,
  ref,
  text,
  texts,
  timestamp,
} from '../../field.ts'
import { providerEntityRoles } from '../../roles.ts'
import {
  negativeClosings,
  profileBooks,
  profileStatuses,
  profileValues,
  settlementMethods,
} from './settlement-profile.rules.ts'

/** How a merchant is settled in one currency: when, after how many days, and to which bank account. */
export const settlementProfile = defineEntity({
  name: 'settlement_profile',
  resource: 'psp/settlementprofile',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    book: choice(profileBooks),
    currency_code: currency(),
    bank_account: ref('bank_account'),
    /** Null: the default one, whichever that is. As the other values: its own, that of the merchant's package, or the usual one. */
    settlement_schedule: optional(ref('settlement_schedule')),
    /** Banking days until what was booked on a day may be paid out. */
    delay_days: integer(),
    /** Less is not paid out but carried. */
    minimum: money(),
    negative: choice(negativeClosings),
    method: choice(settlementMethods),
    /** The currency of its payouts; null: its own. */
    payout_currency_code: optional(currency()),
    /** The margin of the provider on an exchange, in millionths of the amount. */
    fx_margin_ppm: integer(),
    status: choice(profileStatuses),
    hold_reason: optional(text()),
    /** What the merchant reads on its bank statement. */
    statement_text: optional(text()),
    /** The address that is told of its settlements by signed webhooks. */
    webhook_url: optional(text()),
    /** The e-mail addresses that are told of its settlements. */
    recipients: texts(),
    /** Of these mails; null: that of the merchant. */
    language: optional(choice(languages)),
    /** The values that are its own. */
    own_values: choices(profileValues),
    /** The package that the merchant has today, and the values that come from it. */
    package_name: optional(text()),
    package_values: choices(profileValues),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    status: 'any',
    currency_code: 'any',
    settlement_schedule: 'any',
    bank_account: 'any',
    created_at: 'range',
    organisation: 'among',
  },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['bank_account', 'settlement_schedule', 'organisation'],
  hasHistory: true,
  // Of the provider alone, in the view of a merchant (001, section 2.3).
  roles: providerEntityRoles('PSP_SETTLEMENT_PROFILE'),
  export: [
    'id',
    'created_at',
    'name',
    'book',
    'currency_code',
    'delay_days',
    'minimum',
    'negative',
    'status',
    'hold_reason',
    'statement_text',
    'webhook_url',
    'recipients',
    'language',
    'merchant_name',
    'method',
    'payout_currency_code',
    'fx_margin_ppm',
  ],
  module: 'collecting',
})

export type SettlementProfile = Row<typeof settlementProfile>
