import { card, type cardRevocations } from '@kontor/contract/customers/card.entity'
import { sql } from 'kysely'
import { visibleTo } from '../platform/db/actor.ts'
import type { Source } from '../platform/rows/list.ts'

/** A card belongs to the organisation of its customer. The token stays out, because only the processor can use it. */
export const cardSource: Source = {
  entity: card,
  rows: (db, actor) =>
    db
      .selectFrom('card')
      .innerJoin('customer', (join) =>
        join.onRef('customer.merchant_id', '=', 'card.merchant_id').onRef('customer.id', '=', 'card.customer_id'),
      )
      .where(visibleTo(actor, 'customer'))
      .select([
        'card.id',
        'card.created_at',
        cardName('card').as('name'),
        'card.brand',
        'card.bin',
        'card.last_four',
        'card.expiry_month',
        'card.expiry_year',
        'card.issuer_country',
        'card.funding',
        'card.holder',
        'card.three_d_secure',
        sql<boolean>`card.revoked_at is null`.as('active'),
        'card.revoked_at',
        revocationOf.as('revocation'),
        'card.customer_id as customer',
        'card.processor_id as processor',
        'customer.organisation_id as organisation',
        'card.merchant_id as merchant',
      ]),
}

/** SQL of a card's name on receipts: Visa •••• 1111. */
export const cardName = (table: string) =>
  sql<string>`initcap(${sql.ref(`${table}.brand`)}) || ' •••• ' || ${sql.ref(`${table}.last_four`)}`

/** SQL of a card's revocation, for a table or alias `card`. */
export const revocationOf = sql<CardRevocation | null>`case when card.revoked_at is null then null
  when card.revocation_confirmed_at is not null then 'CONFIRMED'
  when card.revocation_problem is not null then 'REFUSED' else 'PENDING' end`

type CardRevocation = (typeof cardRevocations)[number]
