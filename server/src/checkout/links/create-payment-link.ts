import type { createPaymentLinkEndpoint } from '@kontor/contract/checkout/link.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { refuseTooLarge } from '../../payments/largest-payment.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newLinkValues, requireTaken } from './new-link.ts'

type Input = ReadBody<typeof createPaymentLinkEndpoint>

export async function createPaymentLink(trx: Trx, actor: Actor, input: Input, now: Date): Promise<string> {
  const values = await newLinkValues(trx, actor, input, now)
  const { amount, minimum_amount, maximum_amount } = input
  const of = { merchant_id: values.merchant_id, profile: values.payment_profile_id }
  await refuseTooLarge(trx, of, { amount, minimum_amount, maximum_amount })
  const taken = await requireTaken(trx, values)
  if (input.payment_products.some((product) => !taken.includes(product)))
    throw new Refusal('no_processor_for_product', { 'body.payment_products': 'no_processor' })
  await trx
    .insertInto('payment_link')
    .values({
      ...values,
      customer_id: input.customer ?? null,
      amount: amount ?? null,
      minimum_amount: minimum_amount ?? null,
      maximum_amount: maximum_amount ?? null,
      payment_products: input.payment_products,
      reusable: input.reusable,
      max_uses: input.reusable ? (input.max_uses ?? null) : 1,
    })
    .execute()
  return values.id
}
