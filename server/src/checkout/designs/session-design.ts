import type { CheckoutLook } from '@kontor/contract/checkout/checkout.schemas'
import { headerDescriptions, localFirst, numberFormats } from '@kontor/contract/checkout/checkout-design.rules'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import type { Selectable } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import type { Checkout } from '../../schema.ts'
import type { CheckoutSession } from '../kind.ts'

export type StoredDesign = Selectable<Checkout>

/** The design of a session, even if it was deleted: a payer who returns to a link finds the page unchanged. */
export async function designOf(trx: Trx, { merchant, design }: CheckoutSession): Promise<StoredDesign | undefined> {
  if (design === null) return undefined
  return trx
    .selectFrom('checkout')
    .selectAll()
    .where('merchant_id', '=', merchant)
    .where('id', '=', design)
    .executeTakeFirst()
}

/** The part of the design that the page itself needs. */
export const lookOf = (design: StoredDesign | undefined): CheckoutLook | null =>
  design
    ? {
        logo_url: design.logo_url,
        header_payment_description:
          headerDescriptions.find((each) => each === design.header_payment_description) ?? 'merchant_reference',
        show_language_switch: design.show_language_switch,
        number_format: numberFormats.find((each) => each === design.number_format) ?? 'en_US',
      }
    : null

/**
 * The offered products in the design's order, without those that it leaves out. If none would be left, all are offered,
 * the one of the payer's country first.
 */
export function offered(
  taken: readonly PaymentProduct[],
  design: StoredDesign | undefined,
  country: string | null,
): readonly PaymentProduct[] {
  const wanted = design?.payment_product_order.flatMap((name) => taken.filter((product) => product === name)) ?? []
  return wanted.length > 0 ? wanted : localFirst(taken, country)
}
