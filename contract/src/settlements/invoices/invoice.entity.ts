import { defineEntity, type Row } from '../../entity.ts'
import {
  choice,
  currency,
  date,
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
import { either } from '../../roles.ts'
import { pspSettlement, settlement } from '../settlement.entity.ts'
import { invoiceKinds, invoiceStatuses } from './invoice.rules.ts'

/** Merchants and the provider's staff read the same. Nobody makes one by hand. */
const list = either(settlement.roles.list, pspSettlement.roles.list)

/** The invoice of what a merchant was charged in a month, in one currency (docs/adr/0145). */
export const invoice = defineEntity({
  name: 'invoice',
  resource: 'invoice',
  fields: {
    id: id(),
    created_at: timestamp(),
    /** Without gaps in each year, over all merchants. */
    number: text(),
    kind: choice(invoiceKinds),
    status: choice(invoiceStatuses),
    issued_on: date(),
    /** It is of what was booked from this day… */
    covers_from: date(),
    /** …through this one. */
    covers_through: date(),
    currency_code: currency(),
    net: money(),
    vat: money(),
    total: money(),
    /** The amount that the invoice asks for: no settlement takes it, and nobody had paid it when it was issued. */
    due: money(),
    /** The day by which that is to be paid; null: it asks for nothing. */
    due_on: optional(date()),
    /** The part of `due` that is neither paid nor taken from a settlement yet. */
    outstanding: money(),
    /** The numbers of the settlements that took it. */
    settled_in: texts(),
    /** The invoice that a credit note takes back, and why. */
    credits: optional(ref('invoice')),
    reason: optional(text()),
    /** Of what it says. */
    sha256: text(),
    /** When its last mails were made, and how many. Null: there were none. */
    mailed_at: optional(timestamp()),
    mails: optional(integer()),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    number: 'is',
    kind: 'any',
    status: 'any',
    created_at: 'range',
    issued_on: 'range',
    covers_from: 'range',
    currency_code: 'any',
    total: 'range',
    outstanding: 'range',
    due_on: 'range',
    organisation: 'among',
  },
  search: { number: 'prefix', id: 'is' },
  sort: ['created_at', 'number', 'issued_on', 'total', 'outstanding'],
  populate: ['credits', 'organisation'],
  export: [
    'id',
    'number',
    'kind',
    'status',
    'issued_on',
    'covers_from',
    'covers_through',
    'currency_code',
    'net',
    'vat',
    'total',
    'due',
    'settled_in',
    'credits',
    'reason',
    'sha256',
    'mailed_at',
    'mails',
    'due_on',
    'outstanding',
  ],
  totals: ['net', 'vat', 'total', 'outstanding'],
  asRelation: ['id', 'number', 'merchant'],
  roles: { ...pspSettlement.roles, list },
  module: 'collecting',
})

export type Invoice = Row<typeof invoice>
