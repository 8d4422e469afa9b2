import { type GatewayDocument, type OperationInTypes, openDocument } from '../documents.ts'

const imports = `
import type { Stripe } from 'stripe'
type Named<T> = T extends { id: string } ? never : T
type Payment = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'amount' | 'amount_capturable' | 'amount_received' | 'cancellation_reason' | 'capture_method' | 'created'
  | 'currency' | 'description' | 'livemode' | 'metadata' | 'status' | 'setup_future_usage'
> & {
  customer: Named<Stripe.PaymentIntent['customer']>
  payment_method: Named<Stripe.PaymentIntent['payment_method']>
  next_action: null | (Pick<Stripe.PaymentIntent.NextAction, 'type'> & {
    redirect_to_url?: Stripe.PaymentIntent.NextAction.RedirectToUrl
    blik_authorize?: Stripe.PaymentIntent.NextAction.BlikAuthorize
  })
  last_payment_error: null | Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'message' | 'type'>
  latest_charge: string | null | Charge
}
type Charge = Pick<
  Stripe.Charge,
  'id' | 'object' | 'amount' | 'amount_captured' | 'captured' | 'currency' | 'failure_code' | 'livemode' | 'metadata' | 'paid' | 'status'
> & {
  payment_intent: Named<Stripe.Charge['payment_intent']>
  payment_method: Stripe.Charge['payment_method']
  failure_balance_transaction: Named<Stripe.Charge['failure_balance_transaction']>
  payment_method_details: null | {
    type: string
    card?: Pick<Stripe.Charge.PaymentMethodDetails.Card, 'brand' | 'last4' | 'exp_month' | 'exp_year' | 'three_d_secure'>
    paypal?: object
  }
}
type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'failure_reason' | 'metadata' | 'status' | 'reason'
> & {
  payment_intent: Named<Stripe.Refund['payment_intent']>
  failure_balance_transaction?: Named<Stripe.Refund['failure_balance_transaction']>
}
type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'livemode' | 'metadata' | 'reason' | 'status' | 'network_reason_code'
> & {
  payment_intent: Named<Stripe.Dispute['payment_intent']>
  charge: string
  evidence_details?: Pick<Stripe.Dispute.EvidenceDetails, 'due_by'>
}
type Method = Pick<Stripe.PaymentMethod, 'id' | 'object' | 'created' | 'livemode' | 'type'> & { customer: Named<Stripe.PaymentMethod['customer']> }
type Failure = { error: Pick<
  Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'doc_url' | 'message' | 'param' | 'type'
> & { payment_intent?: Payment } }
type Page<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }
type Found<T> = { object: 'search_result'; data: T[]; has_more: boolean; url: string; next_page: string | null }
type Payout = Pick<
  Stripe.Payout,
  'id' | 'object' | 'amount' | 'automatic' | 'created' | 'currency' | 'livemode' | 'reconciliation_status' | 'status'
>
type Paid = Omit<Charge, 'payment_intent'> & { payment_intent: string | Payment }
type Back = Omit<Refund, 'payment_intent'> & { payment_intent: string | Payment }
type Disputed = Omit<Dispute, 'payment_intent'> & { payment_intent: string | Payment }
type Moved = Pick<
  Stripe.BalanceTransaction,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'fee' | 'net' | 'reporting_category' | 'type' | 'status'
> & { source: null | string | Paid | Back | Disputed | Payout }
type Upload = Omit<Stripe.FileCreateParams, 'file'> & { file: string }
`

const refusals = { '400': 'Failure', '401': 'Failure', '403': 'Failure', '404': 'Failure', '409': 'Failure' }
const answers = (type: string) => ({ '200': type, '402': 'Failure', ...refusals })
const api = (method: string, path: string, more: Pick<OperationInTypes, 'request' | 'query' | 'answers'>) => ({
  ...{ address: 'api', method, path },
  ...more,
})
const optional = (...names: string[]) => names.map((name) => ({ name, required: false }))

const operations: OperationInTypes[] = [
  api('GET', '/v1/account', { answers: answers("Pick<Stripe.Account, 'id' | 'object'>") }),
  api('POST', '/v1/payment_intents', {
    request: 'Stripe.PaymentIntentCreateParams',
    answers: answers('Payment'),
  }),
  api('GET', '/v1/payment_intents', {
    query: optional('limit', 'created', 'customer', 'ending_before', 'expand', 'starting_after'),
    answers: answers('Page<Payment>'),
  }),
  api('GET', '/v1/payment_intents/search', {
    query: [{ name: 'query', required: true }, ...optional('expand', 'limit', 'page')],
    answers: answers('Found<Payment>'),
  }),
  api('GET', '/v1/payment_intents/{intent}', {
    query: optional('expand', 'client_secret'),
    answers: answers('Payment'),
  }),
  api('POST', '/v1/payment_intents/{intent}/capture', {
    request: 'Stripe.PaymentIntentCaptureParams',
    answers: answers('Payment'),
  }),
  api('POST', '/v1/payment_intents/{intent}/cancel', {
    request: 'Stripe.PaymentIntentCancelParams',
    answers: answers('Payment'),
  }),
  api('POST', '/v1/refunds', { request: 'Stripe.RefundCreateParams', answers: answers('Refund') }),
  api('GET', '/v1/refunds', {
    query: optional('charge', 'created', 'ending_before', 'expand', 'limit', 'payment_intent', 'starting_after'),
    answers: answers('Page<Refund>'),
  }),
  api('GET', '/v1/disputes', {
    query: optional('charge', 'created', 'ending_before', 'expand', 'limit', 'payment_intent', 'starting_after'),
    answers: answers('Page<Dispute>'),
  }),
  api('GET', '/v1/payouts', {
    query: optional(
      'arrival_date',
      'created',
      'destination',
      'ending_before',
      'expand',
      'limit',
      'starting_after',
      'status',
    ),
    answers: answers('Page<Payout>'),
  }),
  api('GET', '/v1/balance_transactions', {
    query: optional(
      'created',
      'currency',
      'ending_before',
      'expand',
      'limit',
      'payout',
      'source',
      'starting_after',
      'type',
    ),
    answers: answers('Page<Moved>'),
  }),
  api('GET', '/v1/disputes/{dispute}', { query: optional('expand'), answers: answers('Dispute') }),
  api('POST', '/v1/disputes/{dispute}', { request: 'Stripe.DisputeUpdateParams', answers: answers('Dispute') }),
  api('POST', '/v1/disputes/{dispute}/close', { request: 'Stripe.DisputeCloseParams', answers: answers('Dispute') }),
  api('POST', '/v1/customers', {
    request: "Pick<Stripe.CustomerCreateParams, 'metadata' | 'email' | 'name'>",
    answers: answers("Pick<Stripe.Customer, 'id' | 'object' | 'livemode' | 'metadata'>"),
  }),
  api('GET', '/v1/payment_methods/{payment_method}', { query: optional('expand'), answers: answers('Method') }),
  api('POST', '/v1/payment_methods/{payment_method}/detach', {
    request: 'Stripe.PaymentMethodDetachParams',
    answers: answers('Method'),
  }),
  {
    ...{ address: 'files', method: 'POST', path: '/v1/files', request: 'Upload' },
    answers: answers("Pick<Stripe.File, 'id' | 'object' | 'purpose' | 'size' | 'filename'>"),
  },
]

/** The words of which the adapter has tables. */
export const words = {
  events: "Stripe.Event['type']",
  payments: 'Stripe.PaymentIntent.Status',
  cancellations: 'Stripe.PaymentIntent.CancellationReason',
  disputes: 'Stripe.Dispute.Status',
  threeDSecure: 'Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure.Result',
  evidence: 'keyof Stripe.DisputeUpdateParams.Evidence',
} as const

/** Stripe's document is larger than what may be kept, and a year older than its types: those are the whole of it. */
export const stripeTypes = { package: 'stripe', imports }
export const openStripe = (): GatewayDocument => openDocument({ types: stripeTypes, operations })
