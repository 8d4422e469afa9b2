import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { findPerson, keyOf } from '../access/person.ts'
import { countMail } from './invite-again.ts'
import { lockUser } from './locked-user.ts'

/** Mails the link to the user's own address alone. The old password works until the new one is set. */
export async function mailPasswordLink(
  trx: Trx,
  actor: Actor,
  id: string,
  now: Date,
  masterKey: string,
): Promise<void> {
  const { email, active, isAccepted } = await lockUser(trx, actor, id, 'update')
  if (!active) throw new Refusal('user_disabled')
  if (!isAccepted) throw new Refusal('invitation_open')
  const person = await findPerson(trx, { id })
  if (person?.must_sign_on) throw new Refusal('sign_on_required')
  await countMail(trx, id, now)
  await trx.updateTable('platform_user').set({ password_mailed_at: now.toISOString() }).where('id', '=', id).execute()
  // The address of whoever asked is in the trail of changes, and is not for the user to see.
  const values = { email: keyOf(email), ip: '', browser: '', platform: '' }
  await enqueueMail(trx, masterKey, { template: 'forgot_password', values }, now)
}
