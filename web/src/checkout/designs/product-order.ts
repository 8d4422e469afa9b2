import { type PaymentProduct, paymentProducts } from '@kontor/contract/payments/transaction.rules'

/** The payment methods that a page offers, in order. Methods that are absent are not offered. */
export type ProductOrder = readonly PaymentProduct[]

/** The methods that are not offered, sorted by name. */
export const leftOut = (order: ProductOrder, nameOf: (product: PaymentProduct) => string): PaymentProduct[] =>
  paymentProducts
    .filter((product) => !order.includes(product))
    .sort((one, other) => nameOf(one).localeCompare(nameOf(other)))

/** Moves a method from one group to the other; an added method becomes the last. */
export const toggled = (order: ProductOrder, product: PaymentProduct): ProductOrder =>
  order.includes(product) ? order.filter((each) => each !== product) : [...order, product]

export const orderIn = (value: unknown): ProductOrder =>
  Array.isArray(value) ? value.flatMap((each) => paymentProducts.filter((product) => product === each)) : []
