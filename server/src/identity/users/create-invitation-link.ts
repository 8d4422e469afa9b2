import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { issueToken, tokenLife_ms } from '../sign-in/user-tokens.ts'
import { lockUser } from './locked-user.ts'
import { refuseUnlessInvited } from './resend-invitation.ts'

/**
 * The secret of a new link, for an invitation that nobody has accepted, by somebody who holds all that the invited
 * person will hold. An earlier link ends, and a mail that still waits is not sent: the link would not outlive it.
 */
export async function createInvitationLink(trx: Trx, actor: Actor, id: string, now: Date) {
  const user = await lockUser(trx, actor, id, 'update')
  refuseUnlessInvited(user)
  await trx.updateTable('platform_user').set({ invited_at: now.toISOString() }).where('id', '=', id).execute()
  const secret = await issueToken(trx, id, 'set_password', now)
  return { secret, merchant: user.merchant, expires_at: new Date(now.getTime() + tokenLife_ms).toISOString() }
}
