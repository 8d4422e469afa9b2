import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@kontor/contract/refusal'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import type { Person } from '../access/person.ts'
import { hashOf } from '../access/secrets.ts'
import { countAttempt } from '../guessing/attempts.ts'
import { type Challenge, openChallenge } from '../sign-in/challenges.ts'
import { challengedPerson } from './mfa-challenge.ts'

/**
 * The hash of a code is keyed by the token of its challenge, which only the page has: the table alone reveals no code.
 */
const keyed = (token: string, code: string) => createHmac('sha256', token).update(code).digest()

export function isMailedCode(challenge: Challenge, token: string, code: string, now: Date): boolean {
  const { code_hash, code_expires_at } = challenge
  if (!code_hash || !code_expires_at || code_expires_at <= now.toISOString()) return false
  return timingSafeEqual(code_hash, keyed(token, code))
}

/** Mails a new code, which replaces the earlier one. False when the account got too many mails. */
export async function mailCode(
  desk: Desk,
  person: Person,
  token: string,
  now: Date,
  template: 'mfa_code' | 'fresh_factor_code' = 'mfa_code',
): Promise<boolean> {
  const db = desk.databases.provider
  const { limits, mfaCode_ms } = desk.settings
  if (!(await countAttempt(db, 'mfaMail', person.id, limits.mfaMail, now)).allowed) return false
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('challenge')
      .set((eb) => ({
        type: 'email',
        code_hash: keyed(token, code),
        code_expires_at: new Date(now.getTime() + mfaCode_ms).toISOString(),
        mails: eb('mails', '+', 1),
        mailed_at: now.toISOString(),
      }))
      .where('token_hash', '=', hashOf(token))
      .execute()
    const values = { user: person.id, code, minutes: String(Math.round(mfaCode_ms / 60_000)) }
    await enqueueMail(trx, desk.masterKey, { template, values, useful_ms: mfaCode_ms }, now)
  })
  desk.nudgeMail()
  return true
}

const mailsEach = 4
const pause_ms = 30_000

export async function resendCode(
  desk: Desk,
  input: { username: string; token: string },
  caller: Caller,
  now: Date,
): Promise<void> {
  const challenge = await openChallenge(desk.databases.provider, 'mfa', input.token, now, { asTry: false })
  const person = await challengedPerson(desk, challenge, input.username, caller, now)
  if (challenge.type !== 'email') throw new Refusal('mfa_type_refused')
  await mailAnother(desk, person, challenge, input.token, now)
}

/** Mails another code for the same challenge, after a pause and a limited number of times. */
export async function mailAnother(
  desk: Desk,
  person: Person,
  challenge: Challenge,
  token: string,
  now: Date,
): Promise<void> {
  const since_ms = challenge.mailed_at ? now.getTime() - Date.parse(challenge.mailed_at) : pause_ms
  if (since_ms < pause_ms)
    throw new Refusal('too_many_attempts', { retry_after: Math.ceil((pause_ms - since_ms) / 1000) })
  if (challenge.mails >= mailsEach || !(await mailCode(desk, person, token, now)))
    throw new Refusal('too_many_attempts', { retry_after: Math.ceil(desk.settings.limits.mfaMail.window_ms / 1000) })
}
