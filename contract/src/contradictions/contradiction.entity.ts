import { defineEntity, type Row } from '../entity.ts'
import { choice, currency, flag, id, money, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { providerEntityRoles } from '../roles.ts'
import { contradictionKinds, contradictionStates } from './contradiction.rules.ts'

/** A report of a processor that contradicts what Kontor has, until a person ends it (docs/adr/0080). */
export const contradiction = defineEntity({
  name: 'contradiction',
  resource: 'psp/contradiction',
  fields: {
    id: id(),
    created_at: timestamp(),
    state: choice(contradictionStates),
    kind: choice(contradictionKinds),
    /** Our status when the report came, or when a person ended it; null when the report belongs to nothing that we know. */
    we_say: optional(text()),
    /** Our status now, of a payment or a refund; null where it is about an attempt before, or about neither. */
    we_say_now: optional(text()),
    /** The status or the word of the processor. */
    they_say: text(),
    our_amount: optional(money()),
    currency_code: optional(currency()),
    their_amount: optional(money('their_currency_code')),
    their_currency_code: optional(currency()),
    /** The payment has gone on to another processor than the one that reports. */
    superseded: flag(),
    transaction: optional(ref('transaction')),
    merchant_reference: optional(text()),
    refund: optional(ref('refund')),
    /** The subscription or the scheduled payment that the payment may be of (`doubtWords`). */
    subscription: optional(ref('subscription')),
    scheduled_transaction: optional(ref('scheduled_transaction')),
    /** The other payment of the same cycle or scheduled payment, where there may be two. */
    other_transaction: optional(ref('transaction')),
    /** The id of the order, which is its reference at the processor. */
    operation: optional(id()),
    processor: ref('processor'),
    processor_name: text(),
    /** The processor's id of what it reports. */
    processor_id_external: optional(text()),
    /** The processor's id of its notification. */
    notification: optional(text()),
    reported_at: timestamp(),
    resolved_at: optional(timestamp()),
    resolved_by: optional(text()),
    note: optional(text()),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    created_at: 'range',
    state: 'any',
    kind: 'any',
    transaction: 'is',
    refund: 'is',
    processor: 'any',
    superseded: 'is',
  },
  search: { merchant_reference: 'prefix', transaction: 'is', operation: 'is', id: 'is' },
  sort: ['created_at', 'reported_at'],
  populate: ['transaction', 'refund', 'processor', 'organisation'],
  hasHistory: true,
  // What a processor says belongs to the area of processors. Payments have no role that only the provider's staff can hold.
  roles: providerEntityRoles('PSP_PROCESSOR'),
  export: [
    'id',
    'created_at',
    'state',
    'kind',
    'we_say',
    'they_say',
    'our_amount',
    'currency_code',
    'their_amount',
    'their_currency_code',
    'transaction',
    'merchant_reference',
    'processor_name',
    'resolved_at',
    'resolved_by',
    'note',
  ],
})

export type Contradiction = Row<typeof contradiction>
