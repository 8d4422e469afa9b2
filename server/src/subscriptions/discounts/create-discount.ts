import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import { requireActiveMerchant } from '../../organisations/merchants/active-merchant.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { type DiscountInput, discountValues, refuseTooLargeSums } from './discount-values.ts'

export async function createDiscount(trx: Trx, actor: Actor, input: DiscountInput, now: Date): Promise<string> {
  const { merchant: merchant_id } = await visibleOrganisation(trx, actor, input.organisation)
  await requireActiveMerchant(trx, merchant_id)
  await refuseTooLargeSums(trx, merchant_id, input)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('subscription_discount')
    .values({ ...discountValues(input), merchant_id, id, created_at })
    .execute()
  return id
}
