import type { Customer } from '@kontor/contract/customers/customer.entity'
import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { PaymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import type { Plan } from '@kontor/contract/subscriptions/plan.entity'
import type { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import type { AttachedDiscount } from '@kontor/contract/subscriptions/subscription.schemas'
import type { Related } from '../platform/api/related.ts'

/** A subscription with the relations that its panel shows. */
export type SubscriptionRow = Populated<
  typeof subscription,
  {
    customer: Related<Customer>
    plan: Related<Plan>
    payment_profile: Related<PaymentProfile>
    organisation: Related<Organisation>
  }
> & { subscription_url: string | null; discounts_attached: AttachedDiscount[] }

export const subscriptionRelations = ['plan', 'payment_profile', 'organisation'] as const
