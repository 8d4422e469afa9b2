import { checkoutDesign } from '@kontor/contract/checkout/checkout-design.entity'
import { openLinkStatuses } from '@kontor/contract/checkout/link.rules'
import { sql } from 'kysely'
import { visibleTo } from '../../platform/db/actor.ts'
import { literals } from '../../platform/db/literals.ts'
import type { Source } from '../../platform/rows/list.ts'

/** SQL that counts the plans and the payable links that use a row of `checkout`. */
export const openUses = sql<number>`(
  (select count(*) from plan p where p.merchant_id = checkout.merchant_id and p.checkout_id = checkout.id
    and p.deleted_at is null)
  + (select count(*) from payment_link l where l.merchant_id = checkout.merchant_id and l.checkout_id = checkout.id
    and l.status in (${literals(openLinkStatuses)}) and l.expires_at > (select engine_now()))
  + (select count(*) from card_add_link l where l.merchant_id = checkout.merchant_id and l.checkout_id = checkout.id
    and l.status in (${literals(openLinkStatuses)}) and l.expires_at > (select engine_now())))::int`

export const checkoutDesignSource: Source = {
  entity: checkoutDesign,
  listed: sql<boolean>`row.deleted_at is null`,
  rows: (db, actor) =>
    db
      .selectFrom('checkout')
      .where(visibleTo(actor, 'checkout'))
      .select([
        'checkout.id',
        'checkout.created_at',
        'checkout.name',
        'checkout.description',
        'checkout.header_payment_description',
        'checkout.background_color',
        'checkout.background_image_url',
        'checkout.logo_url',
        'checkout.header_color',
        'checkout.header_text_color',
        'checkout.button_color',
        'checkout.button_text_color',
        'checkout.show_language_switch',
        'checkout.payment_product_order',
        'checkout.number_format',
        'checkout.css',
        openUses.as('uses'),
        'checkout.deleted_at',
        'checkout.organisation_id as organisation',
        'checkout.merchant_id as merchant',
      ]),
}
