import { defineEndpoint } from '../endpoint.ts'
import type * as schemas from './checkout.schemas.ts'

/** Everything that the page knows. `attempt` names the caller's own payment. */
export const checkoutViewEndpoint = defineEndpoint<typeof schemas.checkoutViewSchemas>()({
  name: 'get-payment-page',
  method: 'GET',
  path: '/v1/pay/:token',
  area: 'checkout',
  summary: 'Get what is to be paid, and the state of the payment',
  access: 'payer',
})

/** A running page opens a link. A program that only fetches the mailed address does not. */
export const openCheckoutEndpoint = defineEndpoint<typeof schemas.openCheckoutSchemas>()({
  name: 'open-checkout',
  method: 'POST',
  path: '/v1/pay/:token/open',
  area: 'checkout',
  summary: 'Report that a payer has opened the page',
  access: 'payer',
})

export const payCheckoutEndpoint = defineEndpoint<typeof schemas.payCheckoutSchemas>()({
  name: 'pay-checkout',
  method: 'POST',
  path: '/v1/pay/:token/payments',
  area: 'checkout',
  summary: 'Pay',
  access: 'payer',
  refusals: ['too_many_attempts', 'link_not_active', 'payment_in_progress', 'payment_in_doubt', 'terms_changed'],
})
