import { openLinkStatuses } from '@kontor/contract/checkout/link.rules'
import { paymentLink } from '@kontor/contract/checkout/payment-link.entity'
import { sql } from 'kysely'
import { toldName } from '../../platform/changes/own-people.ts'
import { visibleTo } from '../../platform/db/actor.ts'
import { literals } from '../../platform/db/literals.ts'
import type { Source } from '../../platform/rows/list.ts'
import { addressOfLink } from './address-of-link.ts'

export const paymentLinkSource: Source = {
  entity: paymentLink,
  rows: (db, actor) =>
    db
      .selectFrom('payment_link')
      .leftJoin('customer', (join) =>
        join
          .onRef('customer.merchant_id', '=', 'payment_link.merchant_id')
          .onRef('customer.id', '=', 'payment_link.customer_id'),
      )
      .leftJoin('payment_profile', (join) =>
        join
          .onRef('payment_profile.merchant_id', '=', 'payment_link.merchant_id')
          .onRef('payment_profile.id', '=', 'payment_link.payment_profile_id'),
      )
      .where(visibleTo(actor, 'payment_link'))
      .select([
        'payment_link.id',
        'payment_link.created_at',
        'payment_link.merchant_reference',
        'payment_link.description',
        'payment_link.amount',
        'payment_link.minimum_amount',
        'payment_link.maximum_amount',
        'payment_link.currency_code',
        'payment_link.customer_id as customer',
        'payment_link.payment_products',
        'payment_link.reusable',
        'payment_link.max_uses',
        'payment_link.uses',
        'payment_link.attempts',
        'payment_link.expires_at',
        'payment_link.status',
        'payment_link.status_reason',
        'payment_link.last_status_update',
        'payment_link.language',
        addressOfLink(actor, 'payment_link').as('email_address'),
        'payment_link.mails_sent',
        'payment_link.last_mailed_at',
        'payment_link.redirect_url',
        'payment_link.webhook_url',
        toldName(actor, 'payment_link.created_by').as('created_by'),
        'payment_link.payment_profile_id as payment_profile',
        'payment_profile.name as payment_profile_name',
        'payment_link.checkout_id as checkout',
        'payment_link.organisation_id as organisation',
        'payment_link.merchant_id as merchant',
        sql<boolean>`payment_link.status in (${literals(openLinkStatuses)})
          and payment_link.expires_at > (select engine_now())`.as('active'),
        sql<string | null>`nullif(concat_ws(' ', customer.first_name, customer.last_name), '')`.as('customer_name'),
      ]),
}
