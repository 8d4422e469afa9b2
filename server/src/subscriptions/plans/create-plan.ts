import { chosenDesign } from '../../checkout/designs/chosen-design.ts'
import { requireActiveMerchant } from '../../organisations/merchants/active-merchant.ts'
import { visibleProfile } from '../../organisations/visible-profile.ts'
import { refuseTooLarge } from '../../payments/largest-payment.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { type PlanInput, planValues } from './plan-values.ts'

export async function createPlan(trx: Trx, actor: Actor, input: PlanInput, now: Date): Promise<string> {
  const shop = await visibleProfile(trx, actor, input.payment_profile)
  await requireActiveMerchant(trx, shop.merchant_id)
  await refuseTooLarge(trx, { merchant_id: shop.merchant_id, profile: input.payment_profile }, { amount: input.amount })
  const checkout_id = await chosenDesign(trx, actor, shop.merchant_id, input.checkout)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('plan')
    .values({ ...(await planValues(trx, input, shop)), merchant_id: shop.merchant_id, id, created_at, checkout_id })
    .execute()
  return id
}
