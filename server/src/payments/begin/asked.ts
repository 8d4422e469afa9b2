import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'

/** The cycle of a subscription that is paid, and what the payer is to find on the statement. */
export interface PaidCycle {
  subscription: string
  /** 1 is the first. */
  cycle: number
  descriptor: string | undefined
}

/** The askers of payments, each with what only that asker has. */
export type Asked =
  /** The shop, by the API. */
  | { by: 'shop' }
  /** Somebody on the page of a payment link, of a link that stores a card, or of a subscription. */
  | { by: 'payer'; for: { payment_link: string } | { card_add_link: string } | PaidCycle }
  /** The billing engine, by the stored card, or by what the payer agreed to at a wallet. */
  | ({ by: 'subscription'; agreement: string | undefined } & PaidCycle)
  /** A planned payment that is due. */
  | { by: 'schedule' }

/** The terms of a payment, which follow from who asks for it. */
export interface Terms {
  /** First or later of a series that the payer agreed to; null when the payer pays by hand. */
  recurring_type: 'initial' | 'subsequent' | null
  /** The payer is at hand, and can be sent to a page of the bank. */
  payer_present?: true
  /** The card is kept, for payments to come. */
  store_card?: true
  /** What the payer agrees to is kept, for payments to come. */
  store_agreement?: true
  payment_link?: string
  card_add_link?: string
  cycle?: PaidCycle
  /** The stored agreement that is charged. */
  agreement?: string | undefined
}

export function termsOf(asked: Asked, product: PaymentProduct): Terms {
  switch (asked.by) {
    case 'shop':
      return { recurring_type: null }
    case 'schedule':
      return { recurring_type: 'subsequent' }
    case 'subscription':
      return { ...termsOfCycle(asked), agreement: asked.agreement }
    case 'payer':
      if ('payment_link' in asked.for)
        return { recurring_type: null, payer_present: true, payment_link: asked.for.payment_link }
      if ('card_add_link' in asked.for) {
        const { card_add_link } = asked.for
        return { recurring_type: 'initial', payer_present: true, store_card: true, card_add_link }
      }
      return {
        ...termsOfCycle(asked.for),
        payer_present: true,
        ...(product === 'card' ? { store_card: true } : {}),
        ...(product === 'paypal' ? { store_agreement: true } : {}),
      }
  }
}

const termsOfCycle = ({ subscription, cycle, descriptor }: PaidCycle): Terms => ({
  recurring_type: cycle === 1 ? 'initial' : 'subsequent',
  cycle: { subscription, cycle, descriptor },
})
