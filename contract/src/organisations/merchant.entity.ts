import { languages } from '../codes/languages.ts'
import { defineEntity, type Row } from '../entity.ts'
import { choice, choices, country, currency, flag, id, integer, money, optional, text, timestamp } from '../field.ts'
import { merchantModules } from '../modules.ts'
import { providerEntityRoles } from '../roles.ts'

/**
 * A customer of the provider, with its turnover of the last 28 days. `amount` and `count` are the settled and settling
 * transactions in the provider's base currency. `revenue` has the other currencies, never added up. `amount` is null
 * when it exceeds what a JSON number holds.
 */
export const merchant = defineEntity({
  name: 'merchant',
  resource: 'psp/merchant',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    /** The name under which the law knows it, where that is another one: on invoices, statements and payment pages. */
    legal_name: optional(text()),
    active: flag(),
    country_code: country(),
    time_zone: text(),
    language: choice(languages),
    /** The currency to which its own figures are converted, and that of a new shop. */
    base_currency: currency(),
    /** The merchant category code of ISO 18245. */
    mcc: optional(text()),
    /** The provider's own number or code of it. No two merchants have the same. */
    external_id: optional(text()),
    /** For its invoices. With a VAT number of another country of the European Union it accounts for the VAT itself. */
    vat_number: optional(text()),
    chamber_of_commerce: optional(text()),
    currency_code: currency(),
    amount: optional(money()),
    count: integer(),
    /** The upper limit of one payment, in minor units of its currency; null: the installation's limit. */
    largest_payment: optional(integer()),
    /** The parts of the product that the provider has switched off for it (docs/adr/0196). */
    lacks: choices(merchantModules),
  },
  filters: { id: 'any', active: 'is', name: 'is', country_code: 'any', mcc: 'is', created_at: 'range' },
  search: { name: 'contains', external_id: 'is', id: 'is' },
  sort: ['amount', 'count', 'name', 'created_at'],
  defaultSort: '-created_at',
  hasHistory: true,
  recordedAmounts: ['largest_payment', 'daily_volume', 'largest_refund'],
  roles: providerEntityRoles('PSP_MERCHANT'),
  export: ['id', 'created_at', 'name', 'active', 'country_code', 'currency_code', 'amount', 'count', 'external_id'],
})

export type Merchant = Row<typeof merchant>
