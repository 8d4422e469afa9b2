import { defineEntity, type Row } from '../entity.ts'
import { choice, choices, flag, id, integer, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { paymentProducts } from '../payments/transaction.rules.ts'
import { entityRoles } from '../roles.ts'
import { headerDescriptions, numberFormats } from './checkout-design.rules.ts'

/** The look of the hosted page, for every link and plan that names this design. */
export const checkoutDesign = defineEntity({
  name: 'checkout',
  resource: 'checkout',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    description: optional(text()),
    header_payment_description: choice(headerDescriptions),
    /** Colours are `#rrggbb`; null: the brand's own. */
    background_color: optional(text()),
    background_image_url: optional(text()),
    logo_url: optional(text()),
    header_color: optional(text()),
    header_text_color: optional(text()),
    button_color: optional(text()),
    button_text_color: optional(text()),
    show_language_switch: flag(),
    /** The products that the page offers, in this order. */
    payment_product_order: choices(paymentProducts),
    number_format: choice(numberFormats),
    css: optional(text()),
    /** Number of plans, and of links that can still be paid. The design cannot be deleted while there are any. */
    uses: integer(),
    /** A deleted design stays for links that are over, but in no list. */
    deleted_at: optional(timestamp()),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: { id: 'any', name: 'is', number_format: 'any', show_language_switch: 'is', created_at: 'range' },
  search: { name: 'contains', description: 'contains', id: 'is' },
  find: ['name', 'id'],
  sort: ['created_at', 'name'],
  populate: ['organisation'],
  hasHistory: true,
  roles: entityRoles('CHECKOUT'),
  export: ['id', 'created_at', 'name', 'description', 'payment_product_order', 'number_format', 'uses'],
})

export type CheckoutDesign = Row<typeof checkoutDesign>
