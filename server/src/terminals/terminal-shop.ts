import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'

export async function visibleShop(trx: Trx, actor: Actor, id: string, merchant?: string) {
  const found = await trx
    .selectFrom('payment_profile')
    .select(['merchant_id', 'id', 'organisation_id'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'payment_profile'))
    .executeTakeFirst()
  if (!found || (merchant !== undefined && found.merchant_id !== merchant))
    throw new Refusal('invalid_request', { 'body.payment_profile': 'not_found' })
  return found
}
