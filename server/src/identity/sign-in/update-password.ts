import type { Trx } from '../../platform/db/database.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { byThemselves } from '../access/by-themselves.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { keyOf, type Person } from '../access/person.ts'
import { endSessionsOf } from '../access/sessions.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { forget } from '../guessing/attempts.ts'
import { forgetDevices } from '../mfa/remembered-devices.ts'
import { dropChallenges, invalidToken } from './challenges.ts'
import { openLink, passwordPurposes } from './links.ts'
import { hashPassword } from './password.ts'
import { refuseBadPassword } from './password-policy.ts'
import { useToken, voidTokens } from './user-tokens.ts'

/**
 * Sets the password by a link. The link proves the mailbox, so it unlocks the account; it does not replace a second
 * factor.
 */
export async function updatePassword(
  desk: Desk,
  { token, password }: { token: string; password: string },
  caller: Caller,
  now: Date,
): Promise<void> {
  const { person } = await openLink(desk, token, passwordPurposes, caller, now)
  // A refused password leaves the link valid for another try.
  await refuseBadPassword(desk, password, person)
  const password_hash = await hashPassword(password)
  await byThemselves(desk, person, caller, 'update-password', async (trx) => {
    if (!(await useToken(trx, token, now))) throw invalidToken()
    await savePassword(trx, desk, person, password_hash, caller, now)
    await trx.updateTable('platform_user').set({ locked_at: null }).where('id', '=', person.id).execute()
    await endSessionsOf(trx, person.id, now)
    if (await unlock(trx, person, caller))
      await recordSignIn(trx, { kind: 'unlocked', method: 'link', user: person, caller }, now)
  })
  desk.nudgeMail()
}

/** The consequences of every new password: everything begun or trusted under the old one ends, and the user is told. */
export async function savePassword(
  trx: Trx,
  desk: Desk,
  person: Person,
  password_hash: string,
  caller: Caller,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('platform_user')
    .set({ password_hash, password_changed_at: now.toISOString() })
    .where('id', '=', person.id)
    .execute()
  await forgetDevices(trx, person.id, now)
  await dropChallenges(trx, person.id)
  await voidTokens(trx, person.id, now)
  await recordSignIn(trx, { kind: 'password_set', user: person, caller }, now)
  await enqueueMail(trx, desk.masterKey, { template: 'password_set', values: { user: person.id } }, now)
}

/** True when there was something to unlock. */
async function unlock(trx: Trx, person: Person, { network }: Caller): Promise<boolean> {
  const account = keyOf(person.email)
  const counts = [
    await forget(trx, 'account', account),
    await forget(trx, 'accountNetwork', `${account} ${network}`),
    await forget(trx, 'mfa', person.id),
  ]
  return person.locked_at !== null || counts.some((count) => count > 0)
}
