import type { createCardAddLinkEndpoint } from '@kontor/contract/checkout/link.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { requireCardCheck } from '../../processors/active-processors.ts'
import { newLinkValues, requireTaken } from './new-link.ts'

type Input = ReadBody<typeof createCardAddLinkEndpoint>

export async function createCardAddLink(trx: Trx, actor: Actor, input: Input, now: Date): Promise<string> {
  const values = await newLinkValues(trx, actor, input, now)
  if (!(await requireTaken(trx, values)).includes('card'))
    throw new Refusal('no_processor_for_product', { 'body.payment_profile': 'takes_no_cards' })
  await requireCardCheck(trx, values, 'body.payment_profile')
  await trx
    .insertInto('card_add_link')
    .values({ ...values, customer_id: input.customer, purpose: input.purpose })
    .execute()
  return values.id
}
