import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockShare } from './locked-share.ts'

/** Removes a share that is over from the lists of both sides. */
export async function deleteShare(trx: Trx, actor: Actor, id: string): Promise<void> {
  const share = await lockShare(trx, actor, id, 'giver')
  if (share.status === 'PENDING' || share.status === 'ACCEPTED') throw new Refusal('share_under_way')
  await trx.deleteFrom('share').where('merchant_id', '=', share.merchant_id).where('id', '=', share.id).execute()
}
