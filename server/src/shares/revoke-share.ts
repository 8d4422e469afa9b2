import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { revokeShareEndpoint } from '@kontor/contract/shares/share.endpoints'
import { sql } from 'kysely'
import { dropMisfits } from '../organisations/routes-fit.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { endShare, lockShare } from './locked-share.ts'
import { passToOthers, shareShops } from './share-shops.ts'

/**
 * Takes a processor back, and takes it from the payment profiles that the person saw. Routings that need it
 * end there with it. Payments under way go on.
 */
export async function revokeShare(
  trx: Trx,
  actor: Actor,
  id: string,
  { shops: seen }: ReadBody<typeof revokeShareEndpoint>,
): Promise<void> {
  const share = await lockShare(trx, actor, id, 'giver')
  if (share.status !== 'ACCEPTED') throw new Refusal('share_not_accepted')
  const shops = (await shareShops(trx, share)).map((shop) => shop.id)
  if (shops.toSorted().join() !== seen.toSorted().join()) throw new Refusal('share_shops_changed')
  await endShare(trx, actor, share, { status: 'REVOKED' })
  if (shops.length > 0)
    await trx
      .deleteFrom('payment_profile_processor')
      .where('merchant_id', '=', share.merchant_id)
      .where('processor_id', '=', share.processor_id)
      .where(sql<boolean>`payment_profile_id = any (${shops}::uuid[])`)
      .execute()
  await passToOthers(trx, share)
  await dropMisfits(trx, share.merchant_id, shops)
}
