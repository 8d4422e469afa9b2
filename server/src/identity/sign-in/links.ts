import type { PasswordPolicy } from '@kontor/contract/identity/password.rules'
import { Refusal } from '@kontor/contract/refusal'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { passGate } from '../access/gate.ts'
import { keyOf, type Person } from '../access/person.ts'
import { countAttempt, countOrRefuse } from '../guessing/attempts.ts'
import { isPasswordRefusedFor } from '../sign-on/sign-on-policy.ts'
import { invalidToken } from './challenges.ts'
import { policyOf } from './password-policy.ts'
import { findToken, type TokenPurpose, type UserToken } from './user-tokens.ts'

/** The purposes of mailed links to a password. */

export const passwordPurposes = ['set_password', 'reset_password'] as const

/**
 * Does the same for every address; whether it has an account is looked up when the mail is sent. An address that was
 * asked for too often gets no more mails, without the caller learning that.
 */
export async function forgotPassword(desk: Desk, username: string, caller: Caller, now: Date): Promise<void> {
  const db = desk.databases.provider
  const { limits } = desk.settings
  await countOrRefuse(db, 'network', caller.network, limits.network, now)
  // The domain decides, not the person: nobody learns who has an account.
  if (await isPasswordRefusedFor(db, username)) throw new Refusal('sign_on_required')
  const { allowed } = await countAttempt(db, 'forgot', keyOf(username), limits.forgot, now)
  const { ip, browser, platform } = caller
  const values = { email: keyOf(username), ip, browser: browser ?? '', platform: platform ?? '' }
  if (allowed) await enqueueMail(db, desk.masterKey, { template: 'forgot_password', values }, now)
  desk.nudgeMail()
}

/** The token of a link and its person. A locked account passes only to unlock itself. */
export async function openLink(
  desk: Desk,
  secret: string,
  purposes: readonly TokenPurpose[],
  caller: Caller,
  now: Date,
): Promise<{ token: UserToken; person: Person }> {
  const db = desk.databases.provider
  const token = await findToken(db, secret, purposes, now)
  if (!token) {
    // Guessing 256 bits is hopeless, but the tries use up our resources.
    await countOrRefuse(db, 'network', caller.network, desk.settings.limits.network, now)
    throw invalidToken()
  }
  const unlocks = token.purpose !== 'change_email'
  return { token, person: await passGate(desk, token.user_id, { trusted: false, unlocks }, caller, now) }
}

export async function checkLink(
  desk: Desk,
  input: { token: string; purpose: 'password' | 'email' },
  caller: Caller,
  now: Date,
): Promise<{ new: boolean; requirements: PasswordPolicy | null; email: string | null; person: Person }> {
  const isPassword = input.purpose === 'password'
  const { token, person } = await openLink(
    desk,
    input.token,
    isPassword ? passwordPurposes : ['change_email'],
    caller,
    now,
  )
  return {
    new: token.purpose === 'set_password',
    requirements: isPassword ? await policyOf(desk.databases.provider, person.merchant_id) : null,
    email: token.email,
    person,
  }
}
