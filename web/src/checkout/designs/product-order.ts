import { type PaymentProduct, paymentProducts } from '@kontor/contract/payments/transaction.rules'

/** Which methods a page offers, in order; the others are those that are left. */
export type ProductOrder = readonly PaymentProduct[]

/** Those that are not offered, by their names. */
export const leftOut = (order: ProductOrder, nameOf: (product: PaymentProduct) => string): PaymentProduct[] =>
  paymentProducts
    .filter((product) => !order.includes(product))
    .sort((one, other) => nameOf(one).localeCompare(nameOf(other)))

/** From the one group into the other; what comes in comes last. */
export const toggled = (order: ProductOrder, product: PaymentProduct): ProductOrder =>
  order.includes(product) ? order.filter((each) => each !== product) : [...order, product]

export function movedTo(order: ProductOrder, product: PaymentProduct, place: number): ProductOrder {
  const others = order.filter((each) => each !== product)
  return [...others.slice(0, place), product, ...others.slice(place)]
}

export const orderIn = (value: unknown): ProductOrder =>
  Array.isArray(value) ? value.flatMap((each) => paymentProducts.filter((product) => product === each)) : []
