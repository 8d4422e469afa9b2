import { Refusal } from '@kontor/contract/refusal'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { passGate } from '../access/gate.ts'
import { type Person, sameAddress } from '../access/person.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { type Attempt, countOrRefuse } from '../guessing/attempts.ts'
import { type Challenge, invalidToken } from '../sign-in/challenges.ts'
import { knownDevice } from './remembered-devices.ts'

/** The person of the challenge. Refused when the given name is another one, or when the person may no longer enter. */
export async function challengedPerson(
  desk: Desk,
  challenge: Challenge,
  username: string | undefined,
  caller: Caller,
  now: Date,
): Promise<Person> {
  if (!challenge.user_id) throw invalidToken()
  const known = await knownDevice(desk.databases.provider, challenge.user_id, caller, now)
  const trusted = known !== undefined && known !== 'copied'
  const person = await passGate(desk, challenge.user_id, { trusted, signsOn: challenge.sign_on !== null }, caller, now)
  if (username !== undefined && !sameAddress(person.email, username)) throw invalidToken()
  return person
}

/** Counts a try at a second factor for the account, so that a new challenge does not reset the count. */
export const countFactorTry = (desk: Desk, person: Person, now: Date): Promise<Attempt> =>
  countOrRefuse(desk.databases.provider, 'mfa', person.id, desk.settings.limits.mfa, now)

// 10 tries three times: with six digits and three valid codes, the chance of a hit is less than one in ten thousand.
const locksBeforeLock = 3

/**
 * Refuses a wrong second factor. The caller knows the password, so after three locks only a link to the mailbox opens
 * the account.
 */
export async function refuseFactor(
  desk: Desk,
  person: Person,
  attempt: Attempt,
  caller: Caller,
  now: Date,
  code: 'invalid_code' | 'passkey_refused' = 'invalid_code',
): Promise<never> {
  const db = desk.databases.provider
  await recordSignIn(
    db,
    { kind: code === 'invalid_code' ? 'code_wrong' : 'passkey_wrong', method: person.mfa_type, user: person, caller },
    now,
  )
  if (attempt.locks >= locksBeforeLock && attempt.count >= desk.settings.limits.mfa.tries) {
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('platform_user').set({ locked_at: now.toISOString() }).where('id', '=', person.id).execute()
      await recordSignIn(trx, { kind: 'locked', method: person.mfa_type, user: person, caller }, now)
      await enqueueMail(trx, desk.masterKey, { template: 'account_locked', values: { email: person.email } }, now)
    })
    desk.nudgeMail()
  }
  throw new Refusal(code, code === 'invalid_code' ? { 'body.code': 'invalid' } : {})
}
