import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { createPlanEndpoint } from '@kontor/contract/subscriptions/plan.endpoints'
import type { Selectable } from 'kysely'
import { chosenDesign } from '../checkout/designs/chosen-design.ts'
import { requireActiveMerchant } from '../organisations/active-merchant.ts'
import { refuseTooLarge } from '../payments/largest-payment.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import type { Plan } from '../schema.ts'

type Input = ReadBody<typeof createPlanEndpoint>

export async function createPlan(trx: Trx, actor: Actor, input: Input, now: Date): Promise<string> {
  const shop = await visibleShop(trx, actor, input.payment_profile)
  await requireActiveMerchant(trx, shop.merchant_id)
  await refuseTooLarge(trx, { merchant_id: shop.merchant_id, profile: input.payment_profile }, { amount: input.amount })
  const checkout_id = await chosenDesign(trx, actor, shop.merchant_id, input.checkout)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('plan')
    .values({ ...(await valuesOf(trx, input)), ...shop, id, created_at, checkout_id })
    .execute()
  return id
}

/** Updates a plan. Subscribers agreed to its amount, interval and shop, which therefore never change. */
export async function updatePlan(trx: Trx, actor: Actor, id: string, input: Input): Promise<void> {
  const plan = await lockPlan(trx, actor, id)
  const changed = agreed.filter((name) => input[name] !== agreedIn(plan)[name])
  if (changed.length > 0 && (await isSubscribedTo(trx, plan)))
    throw new Refusal('plan_in_use', Object.fromEntries(changed.map((name) => [`body.${name}`, 'agreed'])))
  const { merchant_id, ...shop } = await visibleShop(trx, actor, input.payment_profile)
  // A plan never moves to another merchant.
  if (merchant_id !== plan.merchant_id) throw new Refusal('invalid_request', { 'body.payment_profile': 'not_found' })
  if (changed.length > 0)
    await refuseTooLarge(trx, { merchant_id, profile: input.payment_profile }, { amount: input.amount })
  const checkout_id = await chosenDesign(trx, actor, merchant_id, input.checkout, plan.checkout_id)
  await trx
    .updateTable('plan')
    .set({ ...(await valuesOf(trx, input)), ...shop, checkout_id })
    .where('merchant_id', '=', plan.merchant_id)
    .where('id', '=', id)
    .execute()
}

/**
 * Deletes a plan. Subscribing refers to its row, and therefore waits for this lock. Deleting it twice changes nothing.
 */
export async function deletePlan(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const plan = await lockPlan(trx, actor, id)
  const { merchant_id } = plan
  const { live } = await trx
    .selectFrom('subscription')
    .select((row) => row.fn.countAll<number>().as('live'))
    .where('merchant_id', '=', merchant_id)
    .where('plan_id', '=', id)
    .where('act_on', 'is not', null)
    .executeTakeFirstOrThrow()
  if (live > 0) throw new Refusal('plan_has_subscriptions', { subscriptions: live })
  if (await isSubscribedTo(trx, plan))
    await trx
      .updateTable('plan')
      .set({ deleted_at: now.toISOString() })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute()
  else await trx.deleteFrom('plan').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}

async function lockPlan(trx: Trx, actor: Actor, id: string) {
  const plan = await trx
    .selectFrom('plan')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(visibleTo(actor, 'plan'))
    .forUpdate()
    .executeTakeFirst()
  if (!plan) throw new Refusal('not_found')
  return plan
}

const agreed = ['amount', 'interval', 'interval_count', 'payment_profile'] as const

const agreedIn = (plan: Selectable<Plan>) => ({ ...plan, payment_profile: plan.payment_profile_id })

async function isSubscribedTo(trx: Trx, { merchant_id, id }: Selectable<Plan>): Promise<boolean> {
  const one = await trx
    .selectFrom('subscription')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('plan_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

async function valuesOf(trx: Trx, input: Input) {
  await refuseCardNumber(trx, 'body.description', input.description ?? undefined)
  return {
    name: input.name,
    description: input.description ?? null,
    dynamic_descriptor: input.dynamic_descriptor ?? null,
    amount: input.amount,
    interval: input.interval,
    interval_count: input.interval_count,
    max_billing_cycle: input.max_billing_cycle ?? null,
    statuses_subscription_update: [...new Set(input.statuses_subscription_update)],
    webhook_subscription_update: input.webhook_subscription_update ?? null,
    email_subscription_update: input.email_subscription_update ?? null,
    redirect_url: input.redirect_url ?? null,
  }
}

async function visibleShop(trx: Trx, actor: Actor, id: string) {
  const shop = await trx
    .selectFrom('payment_profile')
    .select(['merchant_id', 'id as payment_profile_id', 'organisation_id', 'currency_code'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'payment_profile'))
    .executeTakeFirst()
  if (!shop) throw new Refusal('invalid_request', { 'body.payment_profile': 'not_found' })
  return shop
}
