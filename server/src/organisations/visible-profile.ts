import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'

/**
 * The shop that a request names for something new or changed. Refused as not found when the actor may not see it, or when
 * it is not of the merchant that the changed thing belongs to.
 */
export async function visibleProfile(trx: Trx, actor: Actor, id: string, merchant?: string) {
  const found = await trx
    .selectFrom('payment_profile')
    .select(['merchant_id', 'id', 'organisation_id', 'currency_code'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'payment_profile'))
    .executeTakeFirst()
  if (!found || (merchant !== undefined && found.merchant_id !== merchant))
    throw new Refusal('invalid_request', { 'body.payment_profile': 'not_found' })
  return found
}
