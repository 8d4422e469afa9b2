import { Refusal } from '@kontor/contract/refusal'
import type { PaidOrder } from '../checkout/kind.ts'
import { isDoubted } from '../engine/contradictions/doubts.ts'
import type { BegunPayment } from '../engine/outbox/operation.ts'
import { createTransaction } from '../payments/create-transaction.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { dayIn } from '../platform/time/day-in.ts'
import type { LockedSubscription, StoredCycle, SubscriptionWithPlan, WithCycle } from './locked-subscription.ts'
import { priceCycle } from './price-cycle.ts'

/** A payer on our page with the choice made there, or 'agreed': the engine charges by the agreement. */
export type Payer = PaidOrder | 'agreed'

/**
 * The row of the next cycle. Each try sets its price again, so that a new discount counts; but a cycle that was paid
 * and then reversed keeps its price.
 */
export async function openCycle(trx: Trx, locked: LockedSubscription, now: Date): Promise<WithCycle> {
  const { subscription, cycle: before, time_zone } = locked
  if (before?.paid_at) return { ...locked, cycle: before }
  const values = {
    ...(await priceCycle(trx, locked)),
    due_date: dueDay(subscription, dayIn(time_zone, now)),
  }
  const cycle = await trx
    .insertInto('subscription_cycle')
    .values({
      merchant_id: subscription.merchant_id,
      subscription_id: subscription.id,
      cycle: subscription.billing_cycle,
      ...values,
      status: 'OPEN',
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'subscription_id', 'cycle']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...locked, cycle }
}

/** The first payment is due on the day on which its payer makes it: nothing from before is owed (docs/adr/0071). */
function dueDay({ status, billing_cycle, due_date }: LockedSubscription['subscription'], today: string): string {
  if (billing_cycle === 0 || due_date === null) return today
  return status === 'CREATED' && due_date < today ? today : due_date
}

/**
 * Begins the payment of an open cycle. The subscription is locked, so one payment begins at a time; the trigger on
 * transaction counts payments, under a CHECK that allows one.
 */
export async function beginCycle(trx: Trx, locked: WithCycle, payer: Payer, now: Date): Promise<BegunPayment> {
  const { subscription, plan, cycle } = locked
  if (!takesPayment(cycle)) throw new Refusal('operation_in_progress')
  if (await isDoubted(trx, 'subscription', subscription)) throw new Refusal('payment_in_doubt')
  const { merchant_id: merchant, id, billing_cycle, customer_id: customer } = subscription
  const shared = {
    payment_profile: plan.payment_profile_id,
    customer,
    amount: cycle.amount,
    merchant_reference: referenceOf(locked),
    // With an amount of zero there is nothing to capture: the card is checked and stored.
    capture: cycle.amount > 0,
  }
  const paid = {
    subscription: id,
    cycle: billing_cycle,
    descriptor: plan.dynamic_descriptor ?? undefined,
    purpose: cycleOf(id, billing_cycle),
  }
  if (payer === 'agreed') {
    const { agreement, ...means } = meansOf(locked)
    const asked = { by: 'subscription' as const, agreement, ...paid }
    return createTransaction(trx, engineActor(merchant, 'system'), { ...shared, ...means, asked }, now)
  }
  const { payment_product, card_token, user_agent, return_url, described } = payer
  const asked = { by: 'payer' as const, return_url, payer: payer.payer, for: paid }
  const order = { ...shared, payment_product, card_token, user_agent, described, asked }
  return createTransaction(trx, engineActor(merchant, 'payer'), order, now)
}

/** True: the cycle has no payment and is not over, so that one may begin. */
export const takesPayment = ({ living, status }: StoredCycle): boolean =>
  living === 0 && status !== 'PAID' && status !== 'FAILED'

interface Means {
  payment_product: 'card' | 'paypal'
  card?: string
  agreement?: string
}

/** The means of the last payment, which pays the later cycles too. */
function meansOf({ subscription: { payment_product, card_id, agreement_id } }: SubscriptionWithPlan): Means {
  if (payment_product === 'paypal') {
    if (!agreement_id) throw new Refusal('no_agreement')
    return { payment_product, agreement: agreement_id }
  }
  if (!card_id) throw new Refusal('no_stored_card')
  return { payment_product: 'card', card: card_id }
}

/** What the id of a cycle's payment was made for: it proves the cycle where the rows of it are lost (docs/adr/0220). */
export const cycleOf = (subscription: string, cycle: number): string => `cycle ${cycle} of ${subscription}`

/** The reference by which merchant and payer recognise the payment. */
export const referenceOf = ({ subscription: { id, billing_cycle } }: SubscriptionWithPlan): string =>
  `SUB-${id.slice(-12).toUpperCase()}-${billing_cycle}`

/** The cycle whose payment has this reference; `subscription` is the end of its id. */
export function cycleNamedIn(reference: string): { subscription: string; cycle: number } | undefined {
  const [, end = '', cycle] = /^SUB-([0-9A-F]{12})-(\d{1,6})$/.exec(reference) ?? []
  return cycle === undefined ? undefined : { subscription: end.toLowerCase(), cycle: Number(cycle) }
}
