import type { ReadBody } from '@kontor/contract/endpoint'
import type { resetMfaOfUserEndpoint } from '@kontor/contract/identity/users/user.endpoints'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import { keyOf } from '../access/person.ts'
import { forget } from '../guessing/attempts.ts'
import { lockOther } from './locked-user.ts'
import { signOut } from './sign-out.ts'

/**
 * Removes every second factor of somebody who lost it, signs them out, and tells them. The reason stays in the history. It opens a lock too: whoever signs in
 * at an issuer gets no link to a new password, which opens it otherwise.
 */
export async function resetMfaOfUser(
  trx: Trx,
  actor: Actor,
  id: string,
  { reason }: ReadBody<typeof resetMfaOfUserEndpoint>,
  now: Date,
  masterKey: string,
): Promise<void> {
  await refuseCardNumber(trx, 'body.reason', reason)
  const { isAccepted, email } = await lockOther(trx, actor, id, 'update')
  const reset = { mfa_reset_at: now.toISOString(), mfa_reset_reason: reason }
  await trx
    .updateTable('platform_user')
    .set({ mfa_type: null, locked_at: null, ...reset })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('totp').where('user_id', '=', id).execute()
  await trx.deleteFrom('recovery_code').where('user_id', '=', id).execute()
  await trx.deleteFrom('passkey').where('user_id', '=', id).execute()
  await forget(trx, 'mfa', id)
  await forget(trx, 'account', keyOf(email))
  // An open invitation has no factor, and its link stays.
  if (!isAccepted) return
  await signOut(trx, id, now)
  await enqueueMail(trx, masterKey, { template: 'mfa_disabled', values: { user: id } }, now)
}
