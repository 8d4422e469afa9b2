import { defineEntity, type Row } from '../../entity.ts'
import {
  choice,
  currency,
  date,
  flag,
  id,
  integer,
  money,
  ofMerchant,
  optional,
  ref,
  text,
  timestamp,
} from '../../field.ts'
import { providerEntityRoles } from '../../roles.ts'
import { oneOffKinds, oneOffRepeats, oneOffStatuses } from './one-off.rules.ts'

/** A charge, a credit or a correction that a person makes by hand. It is settled with the payments of its day. */
export const oneOff = defineEntity({
  name: 'one_off',
  resource: 'psp/oneoff',
  fields: {
    id: id(),
    created_at: timestamp(),
    /** The day on which it is booked, or on the first day after it that is still open. */
    date: date(),
    kind: choice(oneOffKinds),
    /** The words on the settlement, in the language of its reader. */
    description_nl: text(),
    description_en: text(),
    /** Negative: taken from the merchant. Positive: given. Without VAT. */
    amount: money(),
    /** VAT is added. */
    vat: flag(),
    currency_code: currency(),
    transaction: optional(ref('transaction')),
    repeat: choice(oneOffRepeats),
    /** The last day on which a repetition may be booked. */
    repeat_until: optional(date()),
    /** The one-off that was made by hand, of which this is a repetition, or itself. */
    series: id(),
    /** Which repetition it is: 1 for the first. */
    occurrence: integer(),
    status: choice(oneOffStatuses),
    last_status_update: timestamp(),
    booked_on: optional(date()),
    /** The settlement that has it. */
    settlement: optional(ref('settlement')),
    /** Rises with each change. Whoever approves names the version that they read. */
    version: integer(),
    created_by: text(),
    approved_by: optional(text()),
    approved_at: optional(timestamp()),
    cancelled_by: optional(text()),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    status: 'any',
    kind: 'any',
    date: 'range',
    amount: 'range',
    currency_code: 'any',
    vat: 'is',
    repeat: 'any',
    series: 'is',
    transaction: 'is',
    created_at: 'range',
  },
  search: { description_nl: 'contains', description_en: 'contains', id: 'is' },
  sort: ['date', 'created_at', 'amount'],
  populate: ['transaction', 'settlement', 'organisation'],
  hasHistory: true,
  module: 'collecting',
  roles: providerEntityRoles('PSP_ONE_OFF'),
  export: [
    'id',
    'date',
    'kind',
    'description_nl',
    'description_en',
    'amount',
    'currency_code',
    'vat',
    'repeat',
    'repeat_until',
    'status',
    'booked_on',
    'transaction',
    'created_by',
    'approved_by',
  ],
  totals: ['amount'],
})

export type OneOff = Row<typeof oneOff>
