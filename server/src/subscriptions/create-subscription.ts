import { plusDays, plusMonths } from '@kontor/contract/dates'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { PlanInterval } from '@kontor/contract/subscriptions/plan.rules'
import type { createSubscriptionEndpoint } from '@kontor/contract/subscriptions/subscription.endpoints'
import {
  firstPaymentWithin_days,
  startWithin_years,
  subscriptionProducts,
} from '@kontor/contract/subscriptions/subscription.rules'
import { knownCustomer } from '../customers/known-customer.ts'
import { requireActiveMerchant } from '../organisations/merchants/active-merchant.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { dayIn } from '../platform/time/day-in.ts'
import { activeProcessors, requireCardCheck } from '../processors/active-processors.ts'
import { refuseTooLong } from './bounded-length.ts'
import { lockSubscription } from './locked-subscription.ts'
import { type Tell, tellUpdate } from './tell-update.ts'

type Input = ReadBody<typeof createSubscriptionEndpoint> & {
  /** A card that the customer has here already is to pay, so that none is stored first. */
  has_card?: boolean
}

/** Creates a subscription, which waits for its first payment on its page. */
export async function createSubscription(trx: Trx, actor: Actor, input: Input, now: Date, tell: Tell): Promise<string> {
  const plan = await visiblePlan(trx, actor, input.plan)
  await requireActiveMerchant(trx, plan.merchant_id)
  await knownCustomer(trx, actor, plan.merchant_id, input.customer)
  const { id, created_at } = newId(now)
  const today = dayIn(plan.time_zone, now)
  const due_date = input.due_date ?? null
  if (due_date !== null && due_date < today) throw new Refusal('invalid_request', { 'body.due_date': 'in_the_past' })
  if (due_date !== null && due_date > plusMonths(today, startWithin_years * 12))
    throw new Refusal('invalid_request', { 'body.due_date': 'too_far' })
  const last = input.max_billing_cycle
  if (last !== undefined) refuseTooLong({ ...plan, interval: plan.interval as PlanInterval }, last)
  const payableFrom = due_date ?? today
  await requireProcessor(trx, plan, payableFrom > today)
  if (payableFrom > today && !input.has_card) await requireCardCheck(trx, plan, 'body.due_date')
  await trx
    .insertInto('subscription')
    .values({
      merchant_id: plan.merchant_id,
      id,
      created_at,
      organisation_id: plan.organisation_id,
      customer_id: input.customer,
      plan_id: plan.id,
      payment_profile_id: plan.payment_profile_id,
      currency_code: plan.currency_code,
      status: 'CREATED',
      // The payer's card is checked and stored before a start that lies ahead; nothing is charged until then.
      billing_cycle: payableFrom > today ? 0 : 1,
      starts_on: due_date,
      due_date,
      max_billing_cycle: last === undefined ? plan.max_billing_cycle : last,
      act_on: plusDays(payableFrom, firstPaymentWithin_days),
      created_by: actor.name,
    })
    .execute()
  await tellUpdate(trx, tell, await lockSubscription(trx, actor, id), now)
  return id
}

async function visiblePlan(trx: Trx, actor: Actor, id: string) {
  const plan = await trx
    .selectFrom('plan')
    .innerJoin('merchant', 'merchant.id', 'plan.merchant_id')
    .selectAll('plan')
    .select('merchant.time_zone')
    .where('plan.id', '=', id)
    .where('plan.deleted_at', 'is', null)
    .where(visibleTo(actor, 'plan'))
    // The lock makes a deletion of the plan wait for this subscription, or this wait for the deletion.
    .forKeyShare('plan')
    .executeTakeFirst()
  if (!plan) throw new Refusal('invalid_request', { 'body.plan': 'not_found' })
  return plan
}

/**
 * Refuses a shop that takes neither cards nor PayPal, because it could never be paid, and a start that lies ahead where no
 * cards are taken: only a card can be stored before anything is paid, so the page would offer nothing.
 */
async function requireProcessor(
  trx: Trx,
  plan: { merchant_id: string; payment_profile_id: string },
  startsAhead: boolean,
): Promise<void> {
  const taken = await activeProcessors(trx, { merchant: plan.merchant_id, profile: plan.payment_profile_id })
    .select('processor.payment_product')
    .where('processor.payment_product', 'in', subscriptionProducts)
    .execute()
  if (taken.length === 0) throw new Refusal('no_processor_for_product', { 'body.plan': 'no_processor_of_cycles' })
  if (startsAhead && !taken.some(({ payment_product }) => payment_product === 'card'))
    throw new Refusal('no_processor_for_product', { 'body.due_date': 'start_needs_card' })
}
