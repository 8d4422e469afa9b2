import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import type { AskingPayer } from '../../engine/outbox/asking-payer.ts'
import type { StoredFor } from '../../processors/gateway.ts'

/** The cycle of a subscription that a payment is for. `descriptor` is the text on the payer's statement. */
export interface PaidCycle {
  subscription: string
  /** The first cycle is 1. */
  cycle: number
  descriptor: string | undefined
  /** What the id of the payment can prove later (`newIdFor`). */
  purpose: string
}

/** The asker of a payment, with the data that only this asker has. */
export type Asked =
  /** The shop, through the API. With an address to which its payer comes back, the payer is present. */
  | { by: 'shop'; return_url?: string | undefined }
  /** The payer, on the page of a payment link, of a card-add link or of a subscription. */
  | {
      by: 'payer'
      return_url: string
      payer: AskingPayer
      for: { payment_link: string } | { card_add_link: string; stored_for: StoredFor } | PaidCycle
    }
  /** The billing engine, with a stored card or with a stored agreement of a wallet. */
  | ({ by: 'subscription'; agreement: string | undefined } & PaidCycle)
  /** A planned payment that is due. */
  | { by: 'schedule'; purpose?: string }

/** The terms of a payment, which follow from who asks for it. */
export interface Terms {
  /** The first or a later payment of a series that the payer agreed to. Null: the payment is in no series. */
  recurring_type: 'initial' | 'subsequent' | null
  /** The payer is present and can be sent to a page of the bank. */
  payer_present?: true
  /** The address to which such a page sends the payer back. */
  return_url?: string
  /** Who asks. Absent: the payer, or the shop for him. */
  initiative?: 'recurring' | 'unscheduled'
  /** What the payer's browser showed of him. */
  payer?: AskingPayer
  /** The card is stored for later payments. */
  store_card?: true
  /** The payer's agreement is stored for later payments. */
  store_agreement?: true
  stored_for?: StoredFor
  payment_link?: string
  card_add_link?: string
  cycle?: PaidCycle
  /** The stored agreement that is charged. */
  agreement?: string | undefined
}

export function termsOf(asked: Asked, product: PaymentProduct, card: string | undefined): Terms {
  switch (asked.by) {
    case 'shop':
      if (asked.return_url) return { recurring_type: null, ...present(asked.return_url) }
      return { recurring_type: null, ...(card !== undefined && { initiative: 'unscheduled' }) }
    case 'schedule':
      return { recurring_type: 'subsequent', initiative: 'unscheduled' }
    case 'subscription':
      return { ...termsOfCycle(asked, asked.by), agreement: asked.agreement, initiative: 'recurring' }
    case 'payer':
      return { ...present(asked.return_url), payer: asked.payer, ...termsOfPayer(asked.for, product) }
  }
}

const present = (return_url: string) => ({ payer_present: true, return_url }) as const

type PaidByPayer = Extract<Asked, { by: 'payer' }>['for']

function termsOfPayer(paid: PaidByPayer, product: PaymentProduct): Terms {
  if ('payment_link' in paid) return { recurring_type: null, payment_link: paid.payment_link }
  if ('card_add_link' in paid) return { recurring_type: 'initial', store_card: true, ...paid }
  return {
    ...termsOfCycle(paid, 'payer'),
    ...(product === 'card' ? { store_card: true } : {}),
    ...(product === 'paypal' ? { store_agreement: true } : {}),
    stored_for: 'recurring',
  }
}

const termsOfCycle = ({ subscription, cycle, descriptor, purpose }: PaidCycle, by: CycleAsker): Terms => ({
  recurring_type: recurringTypeOf(by),
  cycle: { subscription, cycle, descriptor, purpose },
})

type CycleAsker = 'payer' | 'subscription'

/** A payer who pays a cycle gives a card or an agreement to keep, by which the engine takes what follows. */
export const recurringTypeOf = (by: CycleAsker) => (by === 'payer' ? 'initial' : 'subsequent')
