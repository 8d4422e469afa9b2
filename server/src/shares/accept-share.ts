import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerShare, lockShare } from './locked-share.ts'

/** Lets the payment profiles of the receiving organisation, and of those below it, use the processor. */
export async function acceptShare(trx: Trx, actor: Actor, id: string): Promise<void> {
  const share = await lockShare(trx, actor, id, 'receiver')
  if (share.status !== 'PENDING') throw new Refusal('share_not_pending')
  await answerShare(trx, actor, share, { status: 'ACCEPTED' })
}
