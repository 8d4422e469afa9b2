import { defineEndpoint } from '../endpoint.ts'
import { contradiction } from './contradiction.entity.ts'
import type * as schemas from './contradiction.schemas.ts'
import { settleContradictionRoles } from './ending.rules.ts'

/** The payment or refund gets the status that its processor reports, and the merchant's system is told. */
export const takeOverContradictionEndpoint = defineEndpoint<typeof schemas.takeOverContradictionSchemas>()({
  name: 'take-over-contradiction',
  method: 'POST',
  path: '/v1/psp/contradiction/:id/take-over',
  area: 'contradiction',
  summary: 'Take over what the processor says',
  access: settleContradictionRoles,
  refusals: [
    'contradiction_over',
    'contradiction_not_settleable',
    'contradiction_overtaken',
    'operation_in_progress',
    'refund_exceeds_refundable',
  ],
  changes: ['contradiction', 'transaction', 'refund'],
})

/** Takes over the status, and pays the whole back at the same processor by an ordinary refund or void. */
export const payBackContradictionEndpoint = defineEndpoint<typeof schemas.payBackContradictionSchemas>()({
  name: 'pay-back-contradiction',
  method: 'POST',
  path: '/v1/psp/contradiction/:id/pay-back',
  area: 'contradiction',
  summary: 'Pay the money back that the processor reports',
  access: settleContradictionRoles,
  refusals: [
    'contradiction_over',
    'contradiction_not_settleable',
    'contradiction_overtaken',
    'merchant_inactive',
    'operation_in_progress',
    'transaction_not_refundable',
    'transaction_not_voidable',
    'refund_exceeds_refundable',
    'refund_not_possible',
    'partial_refund_not_possible',
    'refund_blocked_by_chargeback',
  ],
  changes: ['contradiction', 'transaction', 'refund'],
})

/**
 * The payment that a restored database lacked becomes that of the cycle or scheduled payment that it may be of: the subscription
 * goes on as after a charge, and the processor is asked for nothing (docs/adr/0225).
 */
export const attachContradictionEndpoint = defineEndpoint<typeof schemas.attachContradictionSchemas>()({
  name: 'attach-contradiction',
  method: 'POST',
  path: '/v1/psp/contradiction/:id/attach',
  area: 'contradiction',
  summary: 'Attach the payment to the cycle or scheduled payment that it is of',
  access: settleContradictionRoles,
  refusals: [
    'contradiction_over',
    'contradiction_not_settleable',
    'subscription_over',
    'scheduled_transaction_over',
    'cycle_has_payment',
    'operation_in_progress',
    'payment_attached',
    'payment_has_refunds',
    'amount_differs',
    'customer_differs',
    'card_differs',
  ],
  changes: ['contradiction', 'transaction', 'subscription', 'scheduled_transaction'],
})

/** Ends a contradiction without changing anything: the note says what a person saw. */
export const closeContradictionEndpoint = defineEndpoint<typeof schemas.closeContradictionSchemas>()({
  name: 'close-contradiction',
  method: 'POST',
  path: '/v1/psp/contradiction/:id/close',
  area: 'contradiction',
  summary: 'Close a contradiction with a note',
  access: contradiction.roles.update,
  refusals: ['contradiction_over'],
  changes: ['contradiction', 'transaction'],
})
