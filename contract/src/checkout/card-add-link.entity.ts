import { languages } from '../codes/languages.ts'
import { cardRevocations } from '../customers/card.entity.ts'
import { defineEntity, type Row } from '../entity.ts'
import { choice, code, flag, id, integer, ofMerchant, optional, person, ref, text, timestamp } from '../field.ts'
import { cardBrands, threeDSecure } from '../payments/transaction.rules.ts'
import { entityRoles } from '../roles.ts'
import { cardAddLinkStatuses, cardPurposes } from './link.rules.ts'

/** A web address at which a customer stores a card for later payments. */
export const cardAddLink = defineEntity({
  name: 'card_add_link',
  resource: 'cardaddlink',
  fields: {
    id: id(),
    created_at: timestamp(),
    merchant_reference: text(),
    description: optional(text()),
    purpose: choice(cardPurposes),
    customer: ref('customer'),
    customer_name: optional(text()),
    attempts: integer(),
    expires_at: timestamp(),
    status: choice(cardAddLinkStatuses),
    status_reason: optional(code()),
    last_status_update: timestamp(),
    active: flag(),
    card: optional(ref('card')),
    card_brand: optional(choice(cardBrands)),
    card_bin: optional(text()),
    card_last_four: optional(text()),
    card_expiry: optional(text()),
    card_three_d_secure: optional(choice(threeDSecure)),
    card_revoked_at: optional(timestamp()),
    card_revocation: optional(choice(cardRevocations)),
    language: choice(languages),
    email_address: optional(text()),
    mails_sent: integer(),
    last_mailed_at: optional(timestamp()),
    redirect_url: optional(text()),
    /** Is called when the link is done or over. */
    webhook_url: optional(text()),
    created_by: optional(person()),
    payment_profile: ref('payment_profile'),
    payment_profile_name: text(),
    /** The design of its page; null: the brand's own look. */
    checkout: optional(ref('checkout')),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    active: 'is',
    status: 'any',
    created_at: 'range',
    expires_at: 'range',
    purpose: 'any',
    customer: 'is',
    payment_profile: 'any',
    checkout: 'is',
    card_brand: 'any',
    merchant_reference: 'is',
  },
  search: { merchant_reference: 'prefix', customer_name: 'contains', card_last_four: 'is', id: 'is' },
  find: ['merchant_reference', 'customer_name', 'id'],
  sort: ['created_at', 'expires_at', 'merchant_reference'],
  populate: ['customer', 'payment_profile', 'checkout', 'organisation'],
  roles: entityRoles('CARD_ADD'),
  export: [
    'id',
    'created_at',
    'merchant_reference',
    'customer_name',
    'purpose',
    'attempts',
    'expires_at',
    'status',
    'card_brand',
    'card_last_four',
    'card_expiry',
    'card_three_d_secure',
  ],
})

export type CardAddLink = Row<typeof cardAddLink>
