import { cardFundings } from '@kontor/contract/payments/transaction.rules'
import { z } from 'zod'
import { type Connection, type Learnt, type Money, type Outcome, OutcomeUnknown, type Report } from '../gateway.ts'
import { ourMoney } from '../reading/gateway-money.ts'
import { stripeManifest } from './stripe.manifest.ts'
import { cancellationReasons, errorCodes, paymentStatuses, refundStatuses, threeDSecureResults } from './words.ts'

/** Stripe's objects, read leniently: only what is used is demanded. */
const id = z.string().min(1).max(255)
/** Without it nothing says whose the object is. */
const metadata = z.record(z.string(), z.string())
/** What a failed charge gave back is a movement of the balance, named by its id, or whole. */
const movementId = z.string().regex(/^txn_/)
export const movement = z.union([movementId, z.object({ id: movementId }).transform((whole) => whole.id)]).nullish()
/** An object that is named by its id, or whole. */
const named = z.union([id, z.object({ id }).transform((whole) => whole.id)]).nullish()

const charge = z.object({
  id,
  payment_method: named,
  /** Only a charge that had succeeded has it. */
  failure_balance_transaction: movement,
  failure_code: z.string().nullish(),
  payment_method_details: z
    .object({
      type: z.string(),
      card: z
        .object({
          brand: z.string().nullish(),
          country: z.string().nullish(),
          funding: z.string().nullish(),
          last4: z.string().regex(/^\d{4}$/),
          exp_month: z.number().int().min(1).max(12),
          exp_year: z.number().int().min(2000).max(2100),
          three_d_secure: z.object({ result: z.string().nullish() }).nullish(),
        })
        .nullish()
        .catch(undefined),
    })
    .nullish(),
})

export const paymentObject = z.object({
  object: z.literal('payment_intent'),
  id,
  amount: z.number().int(),
  /** Null: it does not say it. */
  amount_received: z.number().int().nullable().catch(null),
  currency: z.string(),
  status: z.string(),
  livemode: z.boolean(),
  metadata,
  cancellation_reason: z.string().nullish(),
  capture_method: z.string().nullish(),
  description: z.string().nullish(),
  customer: named,
  latest_charge: z.union([id, charge]).nullish(),
  setup_future_usage: z.string().nullish(),
  next_action: z
    .object({
      type: z.string(),
      redirect_to_url: z.object({ url: z.url({ protocol: /^https$/ }) }).nullish(),
    })
    .nullish()
    .catch(undefined),
  last_payment_error: z
    .object({ code: z.string().nullish(), decline_code: z.string().nullish(), message: z.string().nullish() })
    .nullish(),
})
export type Payment = z.infer<typeof paymentObject>

export const refundObject = z.object({
  object: z.literal('refund'),
  id,
  amount: z.number().int(),
  currency: z.string(),
  status: z.string().nullish(),
  metadata: metadata.nullable(),
  payment_intent: named,
  failure_reason: z.string().nullish(),
  failure_balance_transaction: named,
})
export type Refund = z.infer<typeof refundObject>

export const disputeObject = z.object({
  object: z.literal('dispute'),
  // One with another id would be another chargeback.
  id: id.regex(/^d[pu]_/),
  amount: z.number().int(),
  currency: z.string(),
  status: z.string(),
  reason: z.string(),
  network_reason_code: z.string().nullish(),
  payment_intent: named,
  evidence_details: z.object({ due_by: z.number().int().nullish() }).nullish().catch(undefined),
})
export type Dispute = z.infer<typeof disputeObject>

/** The names in `metadata` under which Stripe keeps our references. */
export const OURS = 'kontor'
export const OUR_CAPTURE = 'kontor_capture'
/** What a payment was asked for with, for a copy of Kontor that lost it. */
export const OUR_PROFILE = 'kontor_profile'
export const OUR_PRODUCT = 'kontor_product'

/** The payment that a reply is. Throws `OutcomeUnknown` for anything else, and for one of the other mode. */
export function paymentIn(connection: Connection, body: unknown): Payment {
  const read = paymentObject.safeParse(body)
  if (!read.success) throw new OutcomeUnknown('the reply is no payment', { cause: read.error })
  if (read.data.livemode !== (connection.mode === 'live')) throw new OutcomeUnknown('the payment is of the other mode')
  return read.data
}

/** What a payment says of its authorization. */
export function authorizationOf(payment: Payment): Report & { outcome: Outcome } {
  const money = moneyOf(payment.amount, payment.currency)
  return {
    ...(payment.metadata[OURS] && { reference: payment.metadata[OURS] }),
    operation: 'authorize',
    ...{ id: payment.id, payment_id: payment.id, money },
    ...withLearnt(payment, paymentOutcome(payment)),
  }
}

/** What a payment says of the capture under our reference; undefined: that one has not been made. */
export function captureOf(payment: Payment): Report | undefined {
  const reference = payment.metadata[OUR_CAPTURE]
  if (!reference || statusOf(payment) !== 'captured') return undefined
  if (payment.amount_received === null) throw new OutcomeUnknown('a payment does not say how much was captured')
  const money = moneyOf(payment.amount_received, payment.currency)
  return {
    ...{ reference, operation: 'capture', id: payment.id, payment_id: payment.id, money },
    outcome: { is: 'done', status: 'CAPTURED' },
  }
}

/** Throws for a word that nobody knows. */
export function statusOf({ status }: Payment): (typeof paymentStatuses)[string] {
  const meaning = paymentStatuses[status]
  if (!meaning) throw new OutcomeUnknown(`a payment is ${status}`)
  return meaning
}

export function paymentOutcome(payment: Payment): Outcome {
  switch (statusOf(payment)) {
    case 'authorized':
      return { is: 'done', status: 'AUTHORIZED' }
    case 'captured':
      // A capture under our reference is another order, which reports itself.
      return { is: 'done', status: payment.metadata[OUR_CAPTURE] ? 'AUTHORIZED' : wholeOf(payment) }
    case 'later':
      return { is: 'later' }
    case 'unconfirmed':
      return { is: 'later', awaits_payer: true }
    case 'action':
      return actionOf(payment)
    case 'refused':
      return refusedOutcome(payment)
    case 'canceled':
      return canceledOutcome(payment)
  }
}

/** A part can only have been captured by somebody at Stripe itself. */
function wholeOf({ amount, amount_received }: Payment): 'CAPTURED' {
  if (amount_received !== amount) throw new OutcomeUnknown(`captured ${amount_received} of ${amount} at Stripe`)
  return 'CAPTURED'
}

function actionOf({ next_action }: Payment): Outcome {
  const url = next_action?.redirect_to_url?.url
  if (url) return { is: 'action', url }
  // The payer confirms in the app of his bank.
  if (next_action?.type === 'blik_authorize') return { is: 'later', awaits_payer: true }
  // The next answer may name the address.
  if (!next_action || next_action.type === 'redirect_to_url') throw new OutcomeUnknown('the next step cannot be read')
  // Only an address can be given to the payer. Nobody else has the secret with which the payment could go on.
  return { is: 'not_done', by: 'gateway', reason: `next_action ${next_action.type}` }
}

function refusedOutcome({ last_payment_error }: Payment): Outcome {
  if (!last_payment_error) return { is: 'later', awaits_payer: true }
  const { code, decline_code, message } = last_payment_error
  const known = errorCodes[code ?? '']
  const reason = decline_code || known?.reason || code || message || 'payment_failed'
  return { is: 'not_done', by: known?.by ?? 'issuer', reason }
}

/** A payment with a charge and without an error had been authorized, and its money is free again. */
function canceledOutcome({ cancellation_reason, latest_charge, last_payment_error }: Payment): Outcome {
  if (latest_charge === undefined) throw new OutcomeUnknown('it does not say whether it had been authorized')
  if (latest_charge && !last_payment_error) return { is: 'done', status: 'VOIDED' }
  const reason = cancellation_reason ?? 'canceled'
  return { is: 'not_done', by: cancellationReasons[reason] ?? 'gateway', reason }
}

/** Only an approval teaches. */
const withLearnt = (payment: Payment, outcome: Outcome): { outcome: Outcome; learnt?: Learnt } => {
  const learnt = outcome.is === 'done' && outcome.status !== 'VOIDED' ? learntFrom(payment) : {}
  return Object.keys(learnt).length > 0 ? { outcome, learnt } : { outcome }
}

function learntFrom({ latest_charge, customer, setup_future_usage }: Payment): Learnt {
  if (!latest_charge || typeof latest_charge === 'string') return {}
  const { payment_method_details: details, payment_method } = latest_charge
  const keeps = Boolean(setup_future_usage && customer)
  const { card } = details ?? {}
  if (!card) {
    const isAgreement = keeps && payment_method && details?.type === 'paypal'
    return isAgreement ? { agreement: { token: `${customer}/${payment_method}` } } : {}
  }
  const { last4: last_four, exp_month: expiry_month, exp_year: expiry_year, three_d_secure } = card
  const brand = card.brand && /^[a-z][a-z_]{1,29}$/.test(card.brand) ? card.brand : 'unknown'
  const token = keeps && payment_method ? { token: `${customer}/${payment_method}` } : {}
  return {
    card: { brand, last_four, expiry_month, expiry_year, ...issuerOf(card), ...token },
    three_d_secure: threeDSecureResults[three_d_secure?.result ?? ''] ?? 'NOT_TRIED',
  }
}

/** Stripe says `unknown` where it does not know the funding. */
function issuerOf({ country, funding }: { country?: string | null | undefined; funding?: string | null | undefined }) {
  const known = cardFundings.find((each) => each === funding)
  return {
    ...(country && /^[A-Z]{2}$/.test(country) && { issuer_country: country }),
    ...(known && { funding: known }),
  }
}

/** What a refund says of itself. */
export function refundOf(refund: Refund, payment_id: string): Report {
  return {
    ...(refund.metadata?.[OURS] && { reference: refund.metadata[OURS] }),
    ...{ operation: 'refund', id: refund.id, payment_id, money: moneyOf(refund.amount, refund.currency) },
    outcome: refundOutcome(refund),
  }
}

export function refundOutcome({ status, failure_reason, failure_balance_transaction }: Refund): Outcome {
  const reason = failure_reason || (status ?? '')
  switch (refundStatuses[status ?? '']) {
    case 'refunded':
      return { is: 'done', status: 'REFUNDED' }
    case 'later':
      return { is: 'later' }
    case 'not_done':
      // The money had left the account, and came back to it.
      return failure_balance_transaction ? { is: 'undone', reason } : { is: 'not_done', by: 'gateway', reason }
    default:
      throw new OutcomeUnknown(`a refund is ${status}`)
  }
}

/** Throws `OutcomeUnknown` for an amount that we do not have. */
export function moneyOf(amount: number, currency: string): Money {
  const money = ourMoney(stripeManifest.money, amount, currency)
  if (!money) throw new OutcomeUnknown(`an amount of ${amount} ${currency}`)
  return money
}
