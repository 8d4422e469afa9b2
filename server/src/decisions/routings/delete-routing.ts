import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { profilesWith } from './routing-profiles.ts'
import { lockRouting } from './seen-routing.ts'
import { removeProcessorsOf } from './write-tree.ts'

/** Deletes a routing that no payment profile uses. Its versions stay in the trail of changes, where decisions find them. */
export async function deleteRouting(trx: Trx, actor: Actor, id: string): Promise<void> {
  const found = await lockRouting(trx, actor, id)
  const profiles = await profilesWith(trx, found).select(visibleTo(actor, 'payment_profile').as('is_seen')).execute()
  if (profiles.length > 0)
    throw new Refusal('routing_in_use', {
      payment_profile: profiles.length,
      profiles: profiles.filter(({ is_seen }) => is_seen).map(({ name }) => name),
    })
  await removeProcessorsOf(trx, found)
  await trx.deleteFrom('routing').where('merchant_id', '=', found.merchant_id).where('id', '=', id).execute()
}
