import { actions, type Transitions } from '../statuses/transitions.ts'

export const subscriptionStatuses = ['CREATED', 'ACTIVE', 'PAST_DUE', 'EXPIRED', 'CANCELLED', 'COMPLETED'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** The values come from the specification (000 section 4), the transitions are ours. */
export const subscriptionTransitions: Transitions<SubscriptionStatus> = {
  CREATED: ['ACTIVE', 'EXPIRED', 'CANCELLED'],
  ACTIVE: ['PAST_DUE', 'CANCELLED', 'COMPLETED'],
  PAST_DUE: ['ACTIVE', 'EXPIRED', 'CANCELLED'],
  EXPIRED: [],
  CANCELLED: [],
  COMPLETED: [],
}

const living = ['CREATED', 'ACTIVE', 'PAST_DUE'] as const

export const subscriptionCan = actions<'update' | 'cancel' | 'discount' | 'pay' | 'copy_link', SubscriptionStatus>({
  update: living,
  cancel: living,
  discount: living,
  /** Payment on the page of `subscription_url`. */
  pay: ['CREATED', 'PAST_DUE'],
  // As in specification 000, section 4.
  copy_link: ['CREATED', 'PAST_DUE', 'EXPIRED'],
})

/**
 * The version of the words by which a payer agrees to a subscription (`subscription.agree` of checkout.json). It changes
 * with their meaning.
 */
export const agreedTerms = '2026-11'

/** Payment products for subscriptions (specification 000, section 9). */
export const subscriptionProducts = ['card', 'paypal'] as const

/** Days after the first failure on which a payment is tried again. The subscription ends when the last try fails. */
export const retryAfter_days = [1, 3, 5] as const

/** Days after the first failure within which its payer has to pay when it is not tried again. */
export const payWithin_days = 5

/**
 * Days for the first payment, counted from the creation or, when that is later, from the due date. The subscription
 * then expires.
 */
export const firstPaymentWithin_days = 30

/** Years from today within which a subscription starts, as other payments are planned. */
export const startWithin_years = 5
