import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { endShare, lockShare } from './locked-share.ts'

export async function withdrawShare(trx: Trx, actor: Actor, id: string): Promise<void> {
  const share = await lockShare(trx, actor, id, 'giver')
  if (share.status !== 'PENDING') throw new Refusal('share_not_pending')
  await endShare(trx, actor, share, { status: 'WITHDRAWN' })
}
