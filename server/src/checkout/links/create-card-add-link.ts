import type { createCardAddLinkEndpoint } from '@kontor/contract/checkout/link.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { activeProcessors } from '../../processors/active-processors.ts'
import { gatewayNamed } from '../../processors/gateways.ts'
import { newLinkValues, requireTaken } from './new-link.ts'

type Input = ReadBody<typeof createCardAddLinkEndpoint>

export async function createCardAddLink(trx: Trx, actor: Actor, input: Input, now: Date): Promise<string> {
  const values = await newLinkValues(trx, actor, input, now)
  await requireTaken(trx, values, ['card'], 'body.payment_profile')
  await requireCardCheck(trx, values)
  await trx
    .insertInto('card_add_link')
    .values({ ...values, customer_id: input.customer, purpose: input.purpose })
    .execute()
  return values.id
}

/** Refuses a link whose card's processor, which is the first, could not check the card: its authorization is of zero. */
async function requireCardCheck(
  trx: Trx,
  { merchant_id, payment_profile_id }: { merchant_id: string; payment_profile_id: string },
): Promise<void> {
  const { gateway } = await activeProcessors(trx, { merchant: merchant_id, profile: payment_profile_id })
    .select('processor.gateway')
    .where('processor.payment_product', '=', 'card')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (gatewayNamed(gateway).manifest.money.above_zero)
    throw new Refusal('card_check_not_possible', { 'body.payment_profile': 'no_card_check' })
}
