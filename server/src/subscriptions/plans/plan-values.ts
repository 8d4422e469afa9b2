import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { createPlanEndpoint } from '@kontor/contract/subscriptions/plan.endpoints'
import type { Trx } from '../../platform/db/database.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import { refuseTooLong } from '../bounded-length.ts'

export type PlanInput = ReadBody<typeof createPlanEndpoint>

interface Shop {
  id: string
  organisation_id: string
  currency_code: string
}

/** The columns that the input decides. The shop decides the currency. */
export async function planValues(trx: Trx, input: PlanInput, shop: Shop) {
  if (input.organisation !== undefined && input.organisation !== shop.organisation_id)
    throw new Refusal('invalid_request', { 'body.organisation': 'not_of_payment_profile' })
  refuseTooLong(input, input.max_billing_cycle ?? null)
  await refuseCardNumber(trx, 'body.description', input.description ?? undefined)
  return {
    payment_profile_id: shop.id,
    organisation_id: shop.organisation_id,
    currency_code: shop.currency_code,
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
