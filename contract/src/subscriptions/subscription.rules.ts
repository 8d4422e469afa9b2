import { actions, type Transitions } from '../transitions.ts'

export const subscriptionStatuses = ['CREATED', 'ACTIVE', 'PAST_DUE', 'EXPIRED', 'CANCELLED', 'COMPLETED'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** The values are the specification's (000 section 4), the transitions ours. */
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
  /** On the page behind `subscription_url`. */
  pay: ['CREATED', 'PAST_DUE'],
  // Specification 000, section 4.
  copy_link: ['CREATED', 'PAST_DUE', 'EXPIRED'],
})

/** What a subscription can be paid with: specification 000, section 9. */
export const subscriptionProducts = ['card', 'paypal'] as const

/** A failed payment is tried again so many days after it first failed; when the last try fails, the subscription ends. */
export const retryAfter_days = [1, 3, 5] as const

/** Nobody paid the first cycle: so long after it was created, or after it was due where that is later. */
export const firstPaymentWithin_days = 30
