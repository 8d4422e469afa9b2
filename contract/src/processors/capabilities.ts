import type { PaymentProduct } from '../payments/transaction.rules.ts'
import type { gateways } from './processor.entity.ts'

export type Gateway = (typeof gateways)[number]
export const chargebackAnswers = ['ACCEPT', 'DISPUTE'] as const
export type ChargebackAnswer = (typeof chargebackAnswers)[number]

/** Which answers a gateway takes to a chargeback, by payment product. What is not here can only be waited for. */
const answersOf: Readonly<Record<Gateway, Partial<Record<PaymentProduct, readonly ChargebackAnswer[]>>>> = {
  sandbox: {
    card: ['ACCEPT', 'DISPUTE'],
    paypal: ['ACCEPT', 'DISPUTE'],
    klarna: ['ACCEPT', 'DISPUTE'],
    // A debtor's bank takes a direct debit back without a word: there is nobody to argue with.
    sepa_debit: ['ACCEPT'],
  },
}

export const takesAnswer = (
  processor: { gateway: Gateway; payment_product: PaymentProduct },
  answer: ChargebackAnswer,
): boolean => answersOf[processor.gateway][processor.payment_product]?.includes(answer) ?? false
