import { Refusal } from '@kontor/contract/refusal'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type DiscountInput, discountValues, refuseTooLargeSums } from './discount-values.ts'
import { isGiven, lockDiscount } from './locked-discount.ts'

/** Updates a discount. Once it was attached, only its name may change. */
export async function updateDiscount(trx: Trx, actor: Actor, id: string, input: DiscountInput): Promise<void> {
  const discount = await lockDiscount(trx, actor, id)
  // Programs that know no currency of discounts leave it as it is.
  const kept = input.currency_code === undefined ? { currency_code: discount.currency_code } : {}
  const values = { ...discountValues(input), ...kept }
  const before = { ...discount, amount: Number(discount.amount) }
  const changed = agreed.filter((name) => values[name] !== before[name])
  if (changed.length > 0 && (await isGiven(trx, discount)))
    throw new Refusal('discount_in_use', Object.fromEntries(changed.map((name) => [`body.${name}`, 'agreed'])))
  if (changed.length > 0) await refuseTooLargeSums(trx, discount.merchant_id, input)
  const { merchant } = await visibleOrganisation(trx, actor, input.organisation)
  if (merchant !== discount.merchant_id) throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  await trx
    .updateTable('subscription_discount')
    .set(values)
    .where('merchant_id', '=', discount.merchant_id)
    .where('id', '=', id)
    .execute()
}

const agreed = ['type', 'amount', 'currency_code', 'duration', 'minimum_amount', 'limit_to_first_order'] as const
