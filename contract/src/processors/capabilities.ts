import type { PaymentProduct } from '../payments/transaction.rules.ts'
import type { gateways } from './processor.entity.ts'

export type Gateway = (typeof gateways)[number]
export const chargebackAnswers = ['ACCEPT', 'DISPUTE'] as const
export type ChargebackAnswer = (typeof chargebackAnswers)[number]

/** Answers to a chargeback that a gateway accepts, by payment product. A product that is absent accepts no answer. */
const answersOf: Readonly<Record<Gateway, Partial<Record<PaymentProduct, readonly ChargebackAnswer[]>>>> = {
  sandbox: {
    card: ['ACCEPT', 'DISPUTE'],
    paypal: ['ACCEPT', 'DISPUTE'],
    klarna: ['ACCEPT', 'DISPUTE'],
    // The debtor's bank takes a direct debit back without a dispute: nobody could receive evidence.
    sepa_debit: ['ACCEPT'],
  },
}

export const takesAnswer = (
  processor: { gateway: Gateway; payment_product: PaymentProduct },
  answer: ChargebackAnswer,
): boolean => answersOf[processor.gateway][processor.payment_product]?.includes(answer) ?? false
