import { defineEntity, type Row } from '../entity.ts'
import { choice, gateway, id, integer, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { paymentProducts } from '../payments/transaction.rules.ts'
import { entityRoles } from '../roles.ts'
import { shareAccesses, shareSides, shareStatuses } from './share.rules.ts'

/**
 * A processor that one organisation lets another organisation of the same merchant use. Both see the row, so it names
 * processor and organisations in words: neither sees the other's.
 */
export const share = defineEntity({
  name: 'share',
  resource: 'share',
  fields: {
    id: id(),
    created_at: timestamp(),
    status: choice(shareStatuses),
    side: choice(shareSides),
    access: choice(shareAccesses),
    processor: ref('processor'),
    processor_name: text(),
    gateway: gateway(),
    payment_product: choice(paymentProducts),
    /** The organisation to which the processor belongs. */
    organisation: ref('organisation'),
    organisation_name: text(),
    /** The organisation that may use it, with all below it. */
    to_organisation: ref('organisation'),
    to_organisation_name: text(),
    /**
     * The number of payment profiles that use the processor by this share while it is in force: for the receiver, of those that the
     * caller sees. Null: the caller may not list payment profiles.
     */
    profiles: optional(integer()),
    message: optional(text()),
    /** This, and the other two, are null for a member of the provider. */
    requested_by: optional(text()),
    /** The request ends then without an answer. */
    expires_at: timestamp(),
    answered_at: optional(timestamp()),
    answered_by: optional(text()),
    /** The reason of a refusal. */
    reason: optional(text()),
    ended_at: optional(timestamp()),
    ended_by: optional(text()),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    created_at: 'range',
    status: 'any',
    side: 'any',
    access: 'any',
    processor: 'any',
    payment_product: 'any',
  },
  search: { processor_name: 'contains', organisation_name: 'contains', to_organisation_name: 'contains', id: 'is' },
  sort: ['created_at'],
  hasHistory: true,
  roles: entityRoles('SHARE'),
  export: [
    'id',
    'created_at',
    'status',
    'processor_name',
    'gateway',
    'payment_product',
    'organisation_name',
    'to_organisation_name',
    'access',
    'requested_by',
    'answered_at',
    'answered_by',
    'reason',
    'ended_at',
    'ended_by',
    'profiles',
  ],
})

export type Share = Row<typeof share>
