import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { declineShareEndpoint } from '@kontor/contract/shares/share.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { answerShare, lockShare } from './locked-share.ts'

export async function declineShare(
  trx: Trx,
  actor: Actor,
  id: string,
  { reason }: ReadBody<typeof declineShareEndpoint>,
): Promise<void> {
  const share = await lockShare(trx, actor, id, 'receiver')
  if (share.status !== 'PENDING') throw new Refusal('share_not_pending')
  await refuseCardNumber(trx, 'body.reason', reason ?? undefined)
  await answerShare(trx, actor, share, { status: 'DECLINED', reason: reason?.trim() || null })
}
