import { Refusal } from '@kontor/contract/refusal'
import { type BillingTerms, isTooLong } from '@kontor/contract/subscriptions/billing-dates'

/** Refuses so many cycles that nobody would see the last one. */
export function refuseTooLong(plan: BillingTerms, max_billing_cycle: number | null): void {
  if (isTooLong(plan, max_billing_cycle))
    throw new Refusal('invalid_request', { 'body.max_billing_cycle': 'too_many_years' })
}
