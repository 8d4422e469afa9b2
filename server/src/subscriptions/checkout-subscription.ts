import type { CheckoutSubscription } from '@kontor/contract/checkout/checkout.schemas'
import { plusDays } from '@kontor/contract/dates'
import { dueDate } from '@kontor/contract/subscriptions/billing-dates'
import { payWithin_days } from '@kontor/contract/subscriptions/subscription.rules'
import { failureTold } from '../checkout/failure-told.ts'
import type { Trx } from '../platform/db/database.ts'
import { dayIn } from '../platform/time/day-in.ts'
import type { SubscriptionWithPlan } from './locked-subscription.ts'
import { activeDiscount, discounted } from './price-cycle.ts'

/** What the payer agrees to: the amounts now and later, the days, and the end. */
export async function subscriptionShown(
  trx: Trx,
  found: SubscriptionWithPlan,
  amount: number,
  now: Date,
): Promise<CheckoutSubscription> {
  const { subscription, plan, cycle, time_zone } = found
  const { billing_cycle, max_billing_cycle } = subscription
  const today = dayIn(time_zone, now)
  const start = startOf(subscription, today)
  const isWithin = (number: number) => max_billing_cycle === null || number <= max_billing_cycle
  // A cycle that was missed is charged as soon as those before it are paid.
  const chargedOn = (number: number) => {
    const day = dueDate(start, plan, number)
    return [day, today].sort()[1] ?? day
  }
  const discount = await activeDiscount(trx, found)
  const first = Math.max(billing_cycle, 1)
  // A cycle that is owed again was counted when it was paid first: the discount is left for those that follow.
  const left = (discount?.left ?? 0) + (cycle?.paid_at ? 1 : 0)
  const later = [first + 1, first + left].filter((number) => Number.isFinite(number) && number > first)
  const prices = [
    { from: first, amount: billing_cycle === 0 ? discounted(plan, first, discount).amount : amount },
    ...later.map((from) => ({
      from,
      amount: discount && from - first >= left ? plan.amount : discounted(plan, from, discount).amount,
    })),
  ]
  return {
    plan: plan.name,
    interval: plan.interval,
    interval_count: plan.interval_count,
    cycle: billing_cycle,
    cycles: max_billing_cycle,
    next_on: isWithin(billing_cycle + 1) ? chargedOn(billing_cycle + 1) : null,
    ends_on: max_billing_cycle === null ? null : dueDate(start, plan, max_billing_cycle),
    prices: prices
      .filter(({ from, amount: price }, at) => isWithin(from) && (at === 0 || price !== prices[at - 1]?.amount))
      .map(({ from, amount: price }) => ({ from, amount: price, on: chargedOn(from) })),
    overdue:
      subscription.status === 'PAST_DUE' && cycle
        ? {
            due_date: cycle.due_date,
            reason: failureTold(subscription.status_reason),
            pay_before: plusDays(cycle.first_failed_on ?? today, payWithin_days),
          }
        : null,
    contact: await contactOf(trx, plan),
  }
}

/** The day from which cycles count. A subscription without a payment begins with its payment, not before. */
function startOf({ status, starts_on }: SubscriptionWithPlan['subscription'], today: string): string {
  return starts_on === null || (status === 'CREATED' && starts_on < today) ? today : starts_on
}

/** Where a payer cancels or asks: the merchant's own data. */
async function contactOf(trx: Trx, { merchant_id, organisation_id }: SubscriptionWithPlan['plan']) {
  const { email, phone } = await trx
    .selectFrom('organisation')
    .select(['email', 'phone'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  return { email, phone }
}
