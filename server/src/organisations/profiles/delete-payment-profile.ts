import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { heldDetails } from '../shown-holders.ts'
import { profileHoldersOf, shownProfileHolders } from './profile-holders.ts'
import { takeOutMiddleware } from './profile-middleware.ts'
import { lockProfile, seenProfile } from './seen-profile.ts'

/**
 * Deletes a payment profile that nothing uses, with its choice of processors, middleware and routings. The refusal names what uses it. What is made
 * with it meanwhile wins: a foreign key then refuses, and the second run names it.
 */
export async function deletePaymentProfile(trx: Trx, actor: Actor, id: string): Promise<void> {
  const holders = await profileHoldersOf(trx, await seenProfile(trx, actor, id))
  if (holders.length > 0) throw new Refusal('payment_profile_in_use', heldDetails(shownProfileHolders(actor, holders)))
  // Before any change: a payment under way that waits for the trail of changes must not be waited for by its owner.
  const { merchant_id } = await lockProfile(trx, actor, id, 'update')
  await trx
    .deleteFrom('payment_profile_routing')
    .where('merchant_id', '=', merchant_id)
    .where('payment_profile_id', '=', id)
    .execute()
  await trx
    .deleteFrom('payment_profile_processor')
    .where('merchant_id', '=', merchant_id)
    .where('payment_profile_id', '=', id)
    .execute()
  await takeOutMiddleware(trx, actor, { merchant_id, id })
  await trx.deleteFrom('payment_profile').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}
