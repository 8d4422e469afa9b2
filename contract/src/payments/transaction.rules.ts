import { actions, type Transitions } from '../statuses/transitions.ts'

export const transactionStatuses = [
  'INITIATED',
  'AUTHORIZED',
  'PENDING',
  'AUTHORIZATION_VOIDED',
  'CANCELLED',
  'ABANDONED',
  'SETTLEMENT_REQUESTED',
  'DECLINED',
  'UNKNOWN',
  'FAILED',
  'SETTLEMENT_COMPLETED',
] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** Nobody knows yet whether the processor will take the payment. */
export const openStatuses = ['INITIATED', 'PENDING', 'UNKNOWN'] as const
/** The money was taken. */
export const paidStatuses = ['SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'] as const
/** The money is held or was taken. Turnovers and conversions count these. */
export const approvedStatuses = ['AUTHORIZED', ...paidStatuses] as const
/** The payment is under way or made: it stands in the way of another one for the same thing. */
export const livingStatuses = [...openStatuses, ...approvedStatuses] as const

export const isOpen = (status: TransactionStatus): boolean => openStatuses.some((each) => each === status)
export const isPaid = (status: TransactionStatus): boolean => paidStatuses.some((each) => each === status)
export const isApproved = (status: string): status is (typeof approvedStatuses)[number] =>
  approvedStatuses.some((each) => each === status)

/** The statuses as a payment passes them, its good end before the others. Choices stand in this order. */
export const transactionLifecycle: readonly TransactionStatus[] = [
  'INITIATED',
  'PENDING',
  'AUTHORIZED',
  'SETTLEMENT_REQUESTED',
  'SETTLEMENT_COMPLETED',
  'DECLINED',
  'FAILED',
  'ABANDONED',
  'CANCELLED',
  'AUTHORIZATION_VOIDED',
  'UNKNOWN',
]

/** The values come from the specification (000 section 4), the transitions are ours (docs/adr/0009). */
export const transactionTransitions: Transitions<TransactionStatus> = {
  INITIATED: ['AUTHORIZED', 'PENDING', 'DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'UNKNOWN'],
  PENDING: ['AUTHORIZED', 'DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'SETTLEMENT_REQUESTED'],
  AUTHORIZED: ['SETTLEMENT_REQUESTED', 'AUTHORIZATION_VOIDED', 'CANCELLED'],
  SETTLEMENT_REQUESTED: ['SETTLEMENT_COMPLETED', 'FAILED'],
  UNKNOWN: ['AUTHORIZED', 'PENDING', 'DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'SETTLEMENT_REQUESTED'],
  AUTHORIZATION_VOIDED: [],
  CANCELLED: [],
  ABANDONED: [],
  DECLINED: [],
  FAILED: [],
  SETTLEMENT_COMPLETED: [],
}

/** Every step, with the one that only the processor makes that takes a capture back (docs/adr/0080). */
export const transactionSteps: Transitions<TransactionStatus> = {
  ...transactionTransitions,
  SETTLEMENT_COMPLETED: ['FAILED'],
}

export const transactionCan = actions<'refund' | 'capture' | 'void', TransactionStatus>({
  refund: paidStatuses,
  capture: ['AUTHORIZED'],
  void: ['AUTHORIZED'],
})

/**
 * Words for the effect of refunds and chargebacks on a payment. A refund counts as made when the processor has said so:
 * before that it is pending (docs/adr/0072).
 */
export const reversals = [
  'REFUND_PENDING',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'DISPUTED',
  'DISPUTE_LOST',
  'DISPUTE_WON',
] as const
export type Reversal = (typeof reversals)[number]

/** The bit of a status in `visited`, the set of statuses that a transaction has passed. */
export const visitedBit = (status: TransactionStatus): number => 1 << transactionStatuses.indexOf(status)

/** The bits of a transaction that was approved, whatever became of it since. */
export const approvedBits = approvedStatuses.reduce((bits, status) => bits | visitedBit(status), 0)

export const paymentProducts = ['card', 'ideal', 'paypal', 'bancontact', 'sepa_debit', 'klarna', 'eps', 'blik'] as const
export type PaymentProduct = (typeof paymentProducts)[number]

/** The kind of each payment method that is no card. That of a card is credit or debit, or its brand. */
export const kindsOfProducts: Readonly<Record<Exclude<PaymentProduct, 'card'>, string>> = {
  ideal: 'bank_transfer',
  paypal: 'wallet',
  bancontact: 'bank_transfer',
  sepa_debit: 'direct_debit',
  klarna: 'pay_later',
  eps: 'bank_transfer',
  blik: 'bank_transfer',
}

export const kindOf = (product: string): string =>
  Object.entries(kindsOfProducts).find(([each]) => each === product)?.[1] ?? product

export const cardBrands = ['visa', 'mastercard', 'maestro', 'amex'] as const

/** A card pays with money that the bank lends, with money on an account, or with money that was loaded on it before. */
export const cardFundings = ['credit', 'debit', 'prepaid'] as const
export type CardFunding = (typeof cardFundings)[number]
/** Whose card it is: a person's, or a company's, for which other prices hold. */
export const cardHolders = ['consumer', 'commercial'] as const
export type CardHolder = (typeof cardHolders)[number]
/** Where a payment is made: on a page, at a terminal, from an order by mail or telephone, or without its payer. */
export const channels = ['ecommerce', 'pos', 'moto', 'recurring'] as const
export type Channel = (typeof channels)[number]

/** How a card's payer was authenticated. ATTEMPTED: the bank took no part and the card brand took its place. */
export const threeDSecure = ['AUTHENTICATED', 'ATTEMPTED', 'NOT_TRIED'] as const
export type ThreeDSecure = (typeof threeDSecure)[number]
/** `impossible`: a ruleset demanded it, and no payer is there to authenticate. */
export const threeDSecureDemands = ['required', 'impossible'] as const
export type ThreeDSecureDemand = (typeof threeDSecureDemands)[number]
/** NOT_HONOURED: not tried, though a ruleset or a middleware demanded it. */
export const threeDSecureOfPayments = [...threeDSecure, 'NOT_HONOURED'] as const

export const platforms = ['windows', 'macos', 'linux', 'android', 'ios', 'other'] as const
export const browsers = ['chrome', 'safari', 'firefox', 'edge', 'samsung', 'other'] as const
