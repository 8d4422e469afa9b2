import { Refusal } from '@kontor/contract/refusal'
import { agreedTerms, subscriptionCan, subscriptionProducts } from '@kontor/contract/subscriptions/subscription.rules'
import type { CheckoutKind, CheckoutSession } from '../checkout/kind.ts'
import { isDoubted } from '../engine/contradictions/doubts.ts'
import { payerLanguageOf } from '../organisations/configuration/payer-language.ts'
import { engineActor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { inForm } from '../platform/db/locked.ts'
import { beginCycle, openCycle, referenceOf } from './begin-cycle.ts'
import { subscriptionShown } from './checkout-subscription.ts'
import {
  findLockedSubscription,
  lockSubscription,
  onceStarted,
  readSubscription,
  type SubscriptionWithPlan,
} from './locked-subscription.ts'
import { priceCycle } from './price-cycle.ts'

/** The page behind `subscription_url`: it takes the first payment and any past-due one. */
export const subscriptionKind: CheckoutKind = {
  name: 'subscription',
  merchantOf: async (db, id) =>
    (await db.selectFrom('subscription').select('merchant_id').where('id', '=', id).executeTakeFirst())?.merchant_id,

  async read(trx, { merchant, id }, now) {
    const found = await readSubscription(trx, engineActor(merchant, 'payer'), id)
    return found && sessionOf(trx, await onceStarted(trx, found, now), now)
  },

  async lock(trx, { merchant, id }, now) {
    const found = await findLockedSubscription(trx, engineActor(merchant, 'payer'), id)
    return found && inForm(found.subscription, await sessionOf(trx, await onceStarted(trx, found, now), now))
  },

  async open() {
    // Opening the page changes nothing.
  },

  async pay(trx, { merchant, id, language }, order, now) {
    // A page from before an upgrade shows other words, and its payer has not agreed to the present ones.
    if (order.agreed_terms !== agreedTerms) throw new Refusal('terms_changed')
    const found = await findLockedSubscription(trx, engineActor(merchant, 'payer'), id)
    if (!found) throw new Error(`subscription ${id} has gone while it was locked`)
    const { subscription } = await onceStarted(trx, found, now)
    const agreed = {
      billing_cycle: subscription.billing_cycle,
      agreed_at: now.toISOString(),
      agreed_terms: agreedTerms,
      agreed_language: order.language ?? language,
    }
    await trx.updateTable('subscription').set(agreed).where('merchant_id', '=', merchant).where('id', '=', id).execute()
    const locked = await lockSubscription(trx, engineActor(merchant, 'payer'), id)
    return beginCycle(trx, await openCycle(trx, locked, now), order, now)
  },
}

async function sessionOf(trx: Trx, found: SubscriptionWithPlan, now: Date): Promise<CheckoutSession> {
  const { subscription, plan, cycle } = found
  const isFixed = cycle !== undefined && (cycle.living > 0 || cycle.paid_at !== null)
  const amount = isFixed ? cycle.amount : (await priceCycle(trx, found)).amount
  return {
    merchant: subscription.merchant_id,
    id: subscription.id,
    state: await stateOf(trx, found),
    payment_profile: plan.payment_profile_id,
    amount,
    minimum_amount: null,
    maximum_amount: null,
    reference: referenceOf(found),
    description: plan.description ?? plan.name,
    customer: subscription.customer_id,
    // With nothing to pay yet, only a card works: it is stored for later payments.
    products: amount === 0 ? ['card'] : subscriptionProducts,
    language: await payerLanguageOf(trx, subscription.merchant_id),
    expires_at: null,
    return_url: plan.redirect_url,
    repeatable: false,
    design: plan.checkout_id,
    payment: await paymentOf(trx, found),
    subscription: await subscriptionShown(trx, found, amount, now),
  }
}

async function stateOf(trx: Trx, { subscription }: SubscriptionWithPlan): Promise<CheckoutSession['state']> {
  if (subscriptionCan.pay(subscription))
    return (await isDoubted(trx, 'subscription', subscription)) ? 'in_doubt' : 'open'
  if (subscription.status === 'EXPIRED') return 'expired'
  return subscription.status === 'CANCELLED' ? 'cancelled' : 'done'
}

/** The payment under way; when nothing is owed, the last one that was paid. */
async function paymentOf(trx: Trx, { subscription, cycle }: SubscriptionWithPlan): Promise<string | null> {
  if (cycle && cycle.living > 0) return cycle.transaction_id
  if (subscriptionCan.pay(subscription)) return null
  const paid = await trx
    .selectFrom('subscription_cycle')
    .select('transaction_id')
    .where('merchant_id', '=', subscription.merchant_id)
    .where('subscription_id', '=', subscription.id)
    // Before the first payment, the card that was stored (cycle 0).
    .where('cycle', '=', subscription.last_paid_cycle ?? 0)
    .executeTakeFirst()
  return paid?.transaction_id ?? null
}
