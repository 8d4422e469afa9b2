import { Refusal } from '@kontor/contract/refusal'
import type { Selectable } from 'kysely'
import { chosenDesign } from '../../checkout/designs/chosen-design.ts'
import { visibleProfile } from '../../organisations/visible-profile.ts'
import { refuseTooLarge } from '../../payments/largest-payment.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Plan } from '../../schema.ts'
import { isSubscribedTo, lockPlan } from './locked-plan.ts'
import { type PlanInput, planValues } from './plan-values.ts'

/** Updates a plan. Subscribers agreed to its amount, interval and shop, which therefore never change. */
export async function updatePlan(trx: Trx, actor: Actor, id: string, input: PlanInput): Promise<void> {
  const plan = await lockPlan(trx, actor, id)
  const changed = agreed.filter((name) => input[name] !== agreedIn(plan)[name])
  if (changed.length > 0 && (await isSubscribedTo(trx, plan)))
    throw new Refusal('plan_in_use', Object.fromEntries(changed.map((name) => [`body.${name}`, 'agreed'])))
  const { merchant_id } = plan
  const shop = await visibleProfile(trx, actor, input.payment_profile, merchant_id)
  if (changed.length > 0)
    await refuseTooLarge(trx, { merchant_id, profile: input.payment_profile }, { amount: input.amount })
  const checkout_id = await chosenDesign(trx, actor, merchant_id, input.checkout, plan.checkout_id)
  await trx
    .updateTable('plan')
    .set({ ...(await planValues(trx, input, shop)), checkout_id })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}

const agreed = ['amount', 'interval', 'interval_count', 'payment_profile'] as const

const agreedIn = (plan: Selectable<Plan>) => ({ ...plan, payment_profile: plan.payment_profile_id })
