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

/** Whose the challenge is, when it is of the name that came with it and they may still enter. */
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
  const person = await passGate(desk, challenge.user_id, { trusted }, caller, now)
  if (username !== undefined && !sameAddress(person.email, username)) throw invalidToken()
  return person
}

/** Counts a try at a second factor against the account: a new challenge is no new beginning. */
export const countFactorTry = (desk: Desk, person: Person, now: Date): Promise<Attempt> =>
  countOrRefuse(desk.databases.provider, 'mfa', person.id, desk.settings.limits.mfa, now)

// 10 tries three times over: at six digits and three codes that are good, less than one in ten thousand.
const locksBeforeLock = 3

/** A wrong second factor. Whoever comes here has the password: after three locks only a link to the mailbox opens again. */
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
