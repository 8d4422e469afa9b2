import { defineEntity, type Row } from '../entity.ts'
import { choice, currency, flag, id, money, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { superUser } from '../roles.ts'
import { statusUpdateKinds, statusUpdateStatuses } from './status-update.rules.ts'

/** A status that a person gave to a payment, a refund or a chargeback by hand, with the reason (docs/adr/0101). */
export const statusUpdate = defineEntity({
  name: 'status_update',
  resource: 'psp/statusupdate',
  fields: {
    id: id(),
    created_at: timestamp(),
    kind: choice(statusUpdateKinds),
    status: choice(statusUpdateStatuses),
    last_status_update: timestamp(),
    /** The id of the payment, refund or chargeback. */
    item: id(),
    from_status: text(),
    to_status: text(),
    /** The amount of the payment, refund or chargeback. Null: a program before the one with second persons wrote the row. */
    amount: optional(money()),
    currency_code: currency(),
    reason: text(),
    /** Where it is kept elsewhere: a ticket, a letter of the processor. */
    external_reference: optional(text()),
    /** False: no webhook told the merchant's system. */
    told: flag(),
    created_by: text(),
    /** The person who asked for the update. Its second person is somebody else. Null: an earlier version wrote the row. */
    created_by_id: optional(id()),
    /** The second person, if one was needed. */
    approved_by: optional(text()),
    rejected_by: optional(text()),
    rejection_reason: optional(text()),
    transaction: ref('transaction'),
    merchant_reference: text(),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: { id: 'any', created_at: 'range', kind: 'any', status: 'any', item: 'is', transaction: 'is', told: 'is' },
  search: { merchant_reference: 'prefix', item: 'is', transaction: 'is', id: 'is' },
  sort: ['created_at'],
  populate: ['transaction', 'organisation'],
  // The specification's admin pages are for super users alone (001 section 6).
  roles: { list: superUser, create: superUser, update: superUser, delete: superUser },
  export: [
    'id',
    'created_at',
    'kind',
    'status',
    'item',
    'from_status',
    'to_status',
    'amount',
    'currency_code',
    'reason',
    'external_reference',
    'told',
    'created_by',
    'approved_by',
    'rejected_by',
    'rejection_reason',
    'merchant_reference',
    'merchant_name',
  ],
})

export type StatusUpdate = Row<typeof statusUpdate>
