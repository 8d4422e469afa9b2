import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { inviteAgain } from './invite-again.ts'
import { type KeptUser, lockUser } from './locked-user.ts'

export async function resendInvitation(
  trx: Trx,
  actor: Actor,
  id: string,
  now: Date,
  masterKey: string,
): Promise<void> {
  const user = await lockUser(trx, actor, id, 'update')
  refuseUnlessInvited(user)
  await inviteAgain(trx, user, now, masterKey)
}

/** Whoever has set a password needs no invitation, and a link would let somebody else take the account over. */
export function refuseUnlessInvited({ active, isAccepted, isMerchantActive }: Locked<KeptUser>): void {
  if (isAccepted) throw new Refusal('invitation_accepted')
  if (!active) throw new Refusal('user_disabled')
  if (!isMerchantActive) throw new Refusal('merchant_inactive')
}
