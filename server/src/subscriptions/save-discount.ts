import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { createDiscountEndpoint } from '@kontor/contract/subscriptions/discount.endpoints'
import { requireActiveMerchant } from '../organisations/active-merchant.ts'
import { refuseTooLarge } from '../payments/largest-payment.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'

type Input = ReadBody<typeof createDiscountEndpoint>

export async function createDiscount(trx: Trx, actor: Actor, input: Input, now: Date): Promise<string> {
  const merchant_id = await merchantOf(trx, actor, input.organisation)
  await requireActiveMerchant(trx, merchant_id)
  await refuseTooLargeSums(trx, merchant_id, input)
  const { id, created_at } = newId(now)
  await trx
    .insertInto('subscription_discount')
    .values({ ...valuesOf(input), merchant_id, id, created_at })
    .execute()
  return id
}

/** Updates a discount. Once it was attached, only its name may change. */
export async function updateDiscount(trx: Trx, actor: Actor, id: string, input: Input): Promise<void> {
  const discount = await lockDiscount(trx, actor, id)
  const values = valuesOf(input)
  const before = { ...discount, amount: Number(discount.amount) }
  const changed = agreed.filter((name) => values[name] !== before[name])
  if (changed.length > 0 && (await isGiven(trx, discount)))
    throw new Refusal('discount_in_use', Object.fromEntries(changed.map((name) => [`body.${name}`, 'agreed'])))
  if (changed.length > 0) await refuseTooLargeSums(trx, discount.merchant_id, input)
  if ((await merchantOf(trx, actor, input.organisation)) !== discount.merchant_id)
    throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  await trx
    .updateTable('subscription_discount')
    .set(values)
    .where('merchant_id', '=', discount.merchant_id)
    .where('id', '=', id)
    .execute()
}

/** Deletes a discount. One that was attached continues there, but can no longer be chosen. */
export async function deleteDiscount(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const discount = await lockDiscount(trx, actor, id)
  const { merchant_id } = discount
  if (await isGiven(trx, discount))
    await trx
      .updateTable('subscription_discount')
      .set({ deleted_at: now.toISOString() })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute()
  else
    await trx.deleteFrom('subscription_discount').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}

const agreed = ['type', 'amount', 'duration', 'minimum_amount', 'limit_to_first_order'] as const

const valuesOf = (input: Input) => ({
  name: input.name,
  organisation_id: input.organisation,
  type: input.type,
  amount: input.amount,
  duration: input.duration ?? null,
  minimum_amount: input.minimum_amount ?? null,
  limit_to_first_order: input.limit_to_first_order,
})

const refuseTooLargeSums = (trx: Trx, merchant_id: string, { amount, minimum_amount }: Input): Promise<void> =>
  refuseTooLarge(trx, { merchant_id, profile: null }, { amount, minimum_amount })

/** Locks a discount. Attaching it refers to its row, and therefore waits for this lock. */
async function lockDiscount(trx: Trx, actor: Actor, id: string) {
  const discount = await trx
    .selectFrom('subscription_discount')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(visibleTo(actor, 'subscription_discount'))
    .forUpdate()
    .executeTakeFirst()
  if (!discount) throw new Refusal('not_found')
  return discount
}

async function isGiven(trx: Trx, { merchant_id, id }: { merchant_id: string; id: string }): Promise<boolean> {
  const one = await trx
    .selectFrom('subscription_discount_attached')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('subscription_discount_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

async function merchantOf(trx: Trx, actor: Actor, id: string): Promise<string> {
  const organisation = await trx
    .selectFrom('organisation')
    .select('merchant_id')
    .where('id', '=', id)
    .where(visibleTo(actor, 'organisation', 'organisation.id'))
    .executeTakeFirst()
  if (!organisation) throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  return organisation.merchant_id
}
