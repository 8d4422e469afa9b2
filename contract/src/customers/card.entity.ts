import { defineEntity, type Row } from '../entity.ts'
import { choice, country, flag, id, integer, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { cardBrands, cardFundings, cardHolders, threeDSecure } from '../payments/transaction.rules.ts'
import { entityRoles } from '../roles.ts'

/**
 * PENDING: the processor that keeps the card has not confirmed yet. REFUSED: the processor keeps the card nevertheless.
 */
export const cardRevocations = ['PENDING', 'CONFIRMED', 'REFUSED'] as const

/**
 * A customer's card that a processor keeps. Kontor never had its number, only the data that tells it from other cards.
 */
export const card = defineEntity({
  name: 'card',
  resource: 'card',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    brand: choice(cardBrands),
    bin: optional(text()),
    last_four: text(),
    expiry_month: integer(),
    expiry_year: integer(),
    /** The country of the bank that gave the card; null: its gateway does not tell. */
    issuer_country: optional(country()),
    funding: optional(choice(cardFundings)),
    /** Null: its gateway does not tell. */
    holder: optional(choice(cardHolders)),
    /** The authentication of the holder when the card was stored. */
    three_d_secure: optional(choice(threeDSecure)),
    /** True while it may be charged: it is not revoked. */
    active: flag(),
    revoked_at: optional(timestamp()),
    /** The processor's answer to the revocation. */
    revocation: optional(choice(cardRevocations)),
    customer: ref('customer'),
    processor: ref('processor'),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: { id: 'any', customer: 'is', brand: 'any', active: 'is', created_at: 'range' },
  search: { last_four: 'is', id: 'is' },
  sort: ['created_at'],
  populate: ['customer', 'processor', 'organisation'],
  roles: entityRoles('CUSTOMER', 'CARD_ADD'),
  export: ['id', 'created_at', 'customer', 'brand', 'bin', 'last_four', 'expiry_month', 'expiry_year', 'active'],
})

export type Card = Row<typeof card>
