import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { createPlanEndpoint } from '@kontor/contract/subscriptions/plan.endpoints'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'

export type PlanInput = ReadBody<typeof createPlanEndpoint>

export async function planValues(trx: Trx, input: PlanInput) {
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

export async function visibleShop(trx: Trx, actor: Actor, id: string) {
  const shop = await trx
    .selectFrom('payment_profile')
    .select(['merchant_id', 'id as payment_profile_id', 'organisation_id', 'currency_code'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'payment_profile'))
    .executeTakeFirst()
  if (!shop) throw new Refusal('invalid_request', { 'body.payment_profile': 'not_found' })
  return shop
}
