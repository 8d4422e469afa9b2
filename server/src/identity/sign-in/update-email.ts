import { Refusal } from '@kontor/contract/refusal'
import { violatedConstraint } from '../../platform/db/database.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { byThemselves } from '../access/by-themselves.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { type Person, sameAddress } from '../access/person.ts'
import { endSessionsOf } from '../access/sessions.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { forgetDevices } from '../mfa/remembered-devices.ts'
import { dropChallenges, invalidToken } from './challenges.ts'
import { openLink } from './links.ts'
import { useToken, voidTokens } from './user-tokens.ts'

/** Changes the address to the one that the link was mailed to: opening the link proves the mailbox. */
export async function updateEmail(
  desk: Desk,
  input: { token: string; email: string },
  caller: Caller,
  now: Date,
): Promise<void> {
  const { token, person } = await openLink(desk, input.token, ['change_email'], caller, now)
  const { email } = token
  if (email === null || !sameAddress(email, input.email))
    throw new Refusal('email_not_of_link', { 'body.email': 'not_of_link' })
  await change(desk, person, input.token, email, caller, now).catch((error) => {
    // Another account has taken the address meanwhile.
    throw violatedConstraint(error) === 'platform_user_email' ? invalidToken() : error
  })
  desk.nudgeMail()
}

function change(desk: Desk, person: Person, secret: string, email: string, caller: Caller, now: Date): Promise<void> {
  return byThemselves(desk, person, caller, 'update-email', async (trx) => {
    if (!(await useToken(trx, secret, now))) throw invalidToken()
    await trx.updateTable('platform_user').set({ email }).where('id', '=', person.id).execute()
    await endSessionsOf(trx, person.id, now)
    await forgetDevices(trx, person.id, now)
    await dropChallenges(trx, person.id)
    // Links that were mailed to the old address become invalid.
    await voidTokens(trx, person.id, now)
    await recordSignIn(trx, { kind: 'email_changed', method: 'link', user: person, caller }, now)
    const values = { user: person.id, address: person.email, email }
    await enqueueMail(trx, desk.masterKey, { template: 'email_changed', values }, now)
  })
}
