import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import { openLinkStatuses } from '@kontor/contract/checkout/link.rules'
import { sql } from 'kysely'
import { revocationOf } from '../../customers/card.rows.ts'
import { toldName } from '../../platform/changes/own-people.ts'
import { visibleTo } from '../../platform/db/actor.ts'
import { literals } from '../../platform/db/literals.ts'
import type { Source } from '../../platform/rows/list.ts'
import { addressOfLink } from './address-of-link.ts'

/** The rows show the stored card, but never the token that charges it. */
export const cardAddLinkSource: Source = {
  entity: cardAddLink,
  rows: (db, actor) =>
    db
      .selectFrom('card_add_link')
      .leftJoin('customer', (join) =>
        join
          .onRef('customer.merchant_id', '=', 'card_add_link.merchant_id')
          .onRef('customer.id', '=', 'card_add_link.customer_id'),
      )
      .leftJoin('payment_profile', (join) =>
        join
          .onRef('payment_profile.merchant_id', '=', 'card_add_link.merchant_id')
          .onRef('payment_profile.id', '=', 'card_add_link.payment_profile_id'),
      )
      .leftJoin('card', (join) =>
        join.onRef('card.merchant_id', '=', 'card_add_link.merchant_id').onRef('card.id', '=', 'card_add_link.card_id'),
      )
      .where(visibleTo(actor, 'card_add_link'))
      .select([
        'card_add_link.id',
        'card_add_link.created_at',
        'card_add_link.merchant_reference',
        'card_add_link.description',
        'card_add_link.purpose',
        'card_add_link.customer_id as customer',
        'card_add_link.attempts',
        'card_add_link.expires_at',
        'card_add_link.status',
        'card_add_link.status_reason',
        'card_add_link.last_status_update',
        'card_add_link.card_id as card',
        'card.brand as card_brand',
        'card.bin as card_bin',
        'card.last_four as card_last_four',
        'card.three_d_secure as card_three_d_secure',
        'card.revoked_at as card_revoked_at',
        revocationOf.as('card_revocation'),
        'card_add_link.language',
        addressOfLink(actor, 'card_add_link').as('email_address'),
        'card_add_link.mails_sent',
        'card_add_link.last_mailed_at',
        'card_add_link.redirect_url',
        'card_add_link.webhook_url',
        toldName(actor, 'card_add_link.created_by').as('created_by'),
        'card_add_link.payment_profile_id as payment_profile',
        'payment_profile.name as payment_profile_name',
        'card_add_link.checkout_id as checkout',
        'card_add_link.organisation_id as organisation',
        'card_add_link.merchant_id as merchant',
        sql<boolean>`card_add_link.status in (${literals(openLinkStatuses)})
          and card_add_link.expires_at > (select engine_now())`.as('active'),
        sql<string | null>`nullif(concat_ws(' ', customer.first_name, customer.last_name), '')`.as('customer_name'),
        sql<string | null>`lpad(card.expiry_month::text, 2, '0') || '/' || card.expiry_year`.as('card_expiry'),
      ]),
}
