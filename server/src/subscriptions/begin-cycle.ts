import { Refusal } from '@kontor/contract/refusal'
import type { PaidOrder } from '../checkout/kind.ts'
import type { BegunOperation } from '../engine/outbox/operation.ts'
import { createTransaction } from '../payments/create-transaction.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { dayIn, type LockedSubscription, type WithCycle } from './locked-subscription.ts'
import { priceCycle } from './price-cycle.ts'

/** Whom the engine charges by what was agreed, or a payer before our page with what he chose there. */
export type Payer = PaidOrder | 'agreed'

/**
 * The row of the cycle that is next. It is priced anew at each try, so that a discount given since counts; but what was
 * paid once, and turned out not to be, is owed as it was.
 */
export async function openCycle(trx: Trx, locked: LockedSubscription, now: Date): Promise<WithCycle> {
  const { subscription, cycle: before, time_zone } = locked
  if (before?.paid_at) return { ...locked, cycle: before }
  const values = {
    ...(await priceCycle(trx, locked)),
    due_date: subscription.due_date ?? dayIn(time_zone, now),
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

/**
 * Begins to pay an open cycle. The subscription is locked, so that one payment at a time can begin; the trigger on
 * transaction counts it, under a CHECK that allows one.
 */
export async function beginCycle(trx: Trx, locked: WithCycle, payer: Payer, now: Date): Promise<BegunOperation> {
  const { subscription, plan, cycle } = locked
  if (cycle.living > 0 || cycle.status === 'PAID' || cycle.status === 'FAILED')
    throw new Refusal('operation_in_progress')
  const { merchant_id: merchant, id, billing_cycle, customer_id: customer } = subscription
  const shared = {
    payment_profile: plan.payment_profile_id,
    customer,
    amount: cycle.amount,
    merchant_reference: referenceOf(locked),
    // Of nothing there is nothing to capture: the card is looked at, and kept.
    capture: cycle.amount > 0,
  }
  const paid = { subscription: id, cycle: billing_cycle, descriptor: plan.dynamic_descriptor ?? undefined }
  if (payer === 'agreed') {
    const { agreement, ...means } = meansOf(locked)
    const asked = { by: 'subscription' as const, agreement, ...paid }
    return createTransaction(trx, engineActor(merchant, 'system'), { ...shared, ...means, asked }, now)
  }
  const { payment_product, card_token, user_agent } = payer
  const asked = { by: 'payer' as const, for: paid }
  const order = { ...shared, payment_product, card_token, user_agent, asked }
  return createTransaction(trx, engineActor(merchant, 'payer'), order, now)
}

interface Means {
  payment_product: 'card' | 'paypal'
  card?: string
  agreement?: string
}

/** What the payer paid with last, which is kept for the cycles to come. */
function meansOf({ subscription: { payment_product, card_id, agreement_id } }: LockedSubscription): Means {
  if (payment_product === 'paypal') {
    if (!agreement_id) throw new Refusal('no_agreement')
    return { payment_product, agreement: agreement_id }
  }
  if (!card_id) throw new Refusal('no_stored_card')
  return { payment_product: 'card', card: card_id }
}

/** What the merchant and the payer recognise it by. */
export const referenceOf = ({ subscription: { id, billing_cycle } }: LockedSubscription): string =>
  `SUB-${id.slice(-12).toUpperCase()}-${billing_cycle}`
