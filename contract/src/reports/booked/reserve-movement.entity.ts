import { defineEntity } from '../../entity.ts'
import { choice, currency, date, id, money, ofMerchant, optional, ref, text } from '../../field.ts'
import type { LedgerKind } from '../../ledger/ledger.rules.ts'
import { bookedRoles } from './booked-roles.ts'

/** The kinds of transfer that change what is held of a merchant. */
export const reserveKinds = ['reserve_hold', 'reserve_release', 'reserve_used'] as const satisfies readonly LedgerKind[]

/** What was held of a merchant's payments, and what was released or used of it. */
export const reserveMovement = defineEntity({
  name: 'reserve_movement',
  resource: 'ledger/reserve',
  fields: {
    id: id(),
    business_day: date(),
    kind: choice(reserveKinds),
    /** What is held more; below zero: less. */
    held: money(),
    currency_code: currency(),
    /** Of a hold: the day of its release. */
    release_on: optional(date()),
    /** Of a release: the business day of its holds. */
    held_on: optional(date()),
    merchant_reference: optional(text()),
    transaction: optional(ref('transaction')),
    ...ofMerchant,
  },
  filters: {
    business_day: 'range',
    kind: 'any',
    currency_code: 'any',
    held: 'range',
    release_on: 'range',
    held_on: 'range',
    transaction: 'is',
  },
  search: { transaction: 'is' },
  sort: ['business_day', 'held'],
  defaultSort: '-business_day',
  ofOneMerchant: true,
  period: { field: 'business_day', unit: 'day' },
  roles: bookedRoles,
  export: [
    ...(['business_day', 'kind', 'held', 'currency_code', 'release_on', 'held_on', 'merchant_reference'] as const),
    'transaction',
  ],
  totals: ['held'],
  module: 'collecting',
})
