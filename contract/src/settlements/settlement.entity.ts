import { defineEntity, type Row } from '../entity.ts'
import { choice, currency, date, id, money, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { entityRoles, providerEntityRoles } from '../roles.ts'
import { settlementStatuses, unpaidReasons } from './settlement.rules.ts'

const fields = {
  id: id(),
  created_at: timestamp(),
  /** Without gaps for each merchant. The payout carries it as its reference. */
  number: text(),
  currency_code: currency(),
  /** It holds everything that became available from this day… */
  covers_from: date(),
  /** …through this one. */
  covers_through: date(),
  /** What the settlement before it carried. */
  opening: money(),
  captured: money(),
  refunds: money(),
  chargebacks: money(),
  fees: money(),
  vat: money(),
  /** What of fees and VAT the invoice asks for; below zero: an unpaid invoice that was taken from this settlement. */
  invoiced: money(),
  reserve_held: money(),
  reserve_released: money(),
  one_offs: money(),
  other: money(),
  /** The sum of all steps. Opening and total are what is paid and what is carried. */
  total: money(),
  /** Refunds that were under way when it closed. They are not paid out. */
  held_back: money(),
  /** What is to be paid out. */
  paid: money(),
  carried: money(),
  /** The banking day on which the payout is due; null: nothing is paid out. */
  pay_on: optional(date()),
  /** The currency of the payout, which may be another one. */
  payout_currency_code: currency(),
  /** What is paid out in it: `paid`, or `exchanged` less the provider's margin. */
  payout_amount: money('payout_currency_code'),
  /** Null, as what follows: it is paid out in its own currency. */
  exchanged: optional(money('payout_currency_code')),
  fx_margin: optional(money('payout_currency_code')),
  /** `EUR/GBP 0.8500`: units for one euro as published, of each currency that is not the euro. */
  exchange_rate: optional(text()),
  /** The day for which it was published, and by whom. */
  rate_on: optional(date()),
  rate_source: optional(text()),
  /** Why nothing is paid out although there is enough. */
  unpaid_because: optional(choice(unpaidReasons)),
  status: choice(settlementStatuses),
  last_status_update: timestamp(),
  /** The day of the bank, and its reference of the payout. */
  paid_on: optional(date()),
  bank_reference: optional(text()),
  bank_account: optional(ref('bank_account')),
  organisation: ref('organisation'),
  ...ofMerchant,
}

const columns = [
  'id',
  'number',
  'created_at',
  'covers_from',
  'covers_through',
  'currency_code',
  'opening',
  'captured',
  'refunds',
  'chargebacks',
  'fees',
  'vat',
  'reserve_held',
  'reserve_released',
  'one_offs',
  'other',
  'total',
  'held_back',
  'paid',
  'carried',
  'pay_on',
  'status',
  'paid_on',
  'bank_reference',
] as const
/** Programs that read a file by position find what was there before at its place. */
const laterColumns = [
  'invoiced',
  'payout_currency_code',
  'payout_amount',
  'exchanged',
  'fx_margin',
  'exchange_rate',
  'rate_on',
  'rate_source',
  'unpaid_because',
] as const

const list = {
  filters: {
    id: 'any',
    number: 'is',
    status: 'any',
    created_at: 'range',
    currency_code: 'any',
    covers_from: 'range',
    covers_through: 'range',
    pay_on: 'range',
    paid: 'range',
    organisation: 'among',
  },
  search: { number: 'prefix', id: 'is' },
  sort: ['created_at', 'paid', 'total', 'covers_through', 'pay_on'],
  populate: ['bank_account', 'organisation'],
  export: [...columns, ...laterColumns],
  totals: ['captured', 'fees', 'vat', 'paid'],
  module: 'collecting',
} as const

/** The account to a merchant of closed business days, in one currency (docs/adr/0131). */
export const settlement = defineEntity({
  name: 'settlement',
  resource: 'settlement',
  fields,
  ...list,
  // Beside a payment, for those who may not list settlements.
  asRelation: ['id', 'number', 'covers_from', 'covers_through', 'merchant'],
  roles: entityRoles('SETTLEMENT'),
})

/** The settlements of all merchants, as the provider's staff see them. */
export const pspSettlement = defineEntity({
  name: 'psp_settlement',
  resource: 'psp/settlement',
  fields: {
    ...fields,
    minimum: money(),
    hold_reason: optional(text()),
    settlement_profile: optional(ref('settlement_profile')),
    settlement_schedule: ref('settlement_schedule'),
    /** Who closed it by hand; null: its schedule did. */
    closed_by: optional(text()),
    /** The order that carries its payout to the bank. */
    payment_order: optional(ref('payment_order')),
  },
  ...list,
  filters: { ...list.filters, settlement_profile: 'any', settlement_schedule: 'any', payment_order: 'any' },
  populate: [...list.populate, 'settlement_profile', 'settlement_schedule'],
  export: [...columns, 'hold_reason', 'closed_by', 'merchant_name', ...laterColumns],
  hasHistory: true,
  recordedAs: 'settlement',
  roles: providerEntityRoles('PSP_SETTLEMENT'),
})

export type Settlement = Row<typeof settlement>
export type PspSettlement = Row<typeof pspSettlement>
