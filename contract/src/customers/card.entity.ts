import { defineEntity, type Row } from '../entity.ts'
import { choice, flag, id, integer, optional, ref, text, timestamp } from '../field.ts'
import { cardBrands } from '../payments/transaction.rules.ts'
import { entityRoles } from '../roles.ts'

/** PENDING: the processor that keeps it has not said yes yet. REFUSED: it keeps it all the same. */
export const cardRevocations = ['PENDING', 'CONFIRMED', 'REFUSED'] as const

/** How its holder was authenticated when it was stored. ATTEMPTED: his bank took no part, its brand stood in for it. */
export const threeDSecure = ['AUTHENTICATED', 'ATTEMPTED', 'NOT_TRIED'] as const
export type ThreeDSecure = (typeof threeDSecure)[number]

/** A card of a customer that a processor keeps. Its number never was here: only what tells it from the others. */
export const card = defineEntity({
  name: 'card',
  resource: 'card',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    brand: choice(cardBrands),
    bin: text(),
    last_four: text(),
    expiry_month: integer(),
    expiry_year: integer(),
    three_d_secure: optional(choice(threeDSecure)),
    /** May be charged: it was not revoked. */
    active: flag(),
    revoked_at: optional(timestamp()),
    /** What the processor did about a revoked card. */
    revocation: optional(choice(cardRevocations)),
    customer: ref('customer'),
    processor: ref('processor'),
    organisation: ref('organisation'),
    merchant: ref('merchant'),
  },
  filters: { id: 'is', customer: 'is', brand: 'any', active: 'is', created_at: 'range' },
  search: { last_four: 'is', id: 'is' },
  sort: ['created_at'],
  populate: ['customer', 'processor', 'organisation'],
  roles: entityRoles('CUSTOMER', 'CARD_ADD'),
  export: ['id', 'created_at', 'customer', 'brand', 'bin', 'last_four', 'expiry_month', 'expiry_year', 'active'],
})

export type Card = Row<typeof card>
