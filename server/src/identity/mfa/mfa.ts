import type { SignInMethod } from '@kontor/contract/identity/sign-in-event.rules'
import type { Trx } from '../../platform/db/database.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import type { Person } from '../access/person.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { forget } from '../guessing/attempts.ts'
import { type Challenge, closeChallenge, openChallenge } from '../sign-in/challenges.ts'
import { enter, type Step } from '../sign-in/sign-in.ts'
import { openProof } from '../sign-on/sign-on-proof.ts'
import { challengedPerson, countFactorTry, refuseFactor } from './mfa-challenge.ts'
import { isMailedCode } from './mfa-mail.ts'
import { findPasskey, verifyPasskey } from './passkeys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { type DeviceCookie, rememberDevice } from './remembered-devices.ts'
import { openTotp, stepOf, takeStep } from './totp.ts'

interface Shown {
  username: string
  token: string
  remember: boolean
}

/** The second step of a sign-in, by a code. */
export const verifyMfa = (desk: Desk, input: Shown & { code: string }, caller: Caller, now: Date): Promise<Step> =>
  secondStep(desk, input, caller, now, async (person, challenge) => {
    if (person.mfa_type === 'google') return takeTotpCode(desk, person, input.code, now)
    return isMailedCode(challenge, input.token, input.code, now) ? { method: 'email' } : undefined
  })

export const useRecoveryCode = (
  desk: Desk,
  input: Shown & { recovery_code: string },
  caller: Caller,
  now: Date,
): Promise<Step> =>
  secondStep(desk, input, caller, now, async (person) => ({
    method: 'recovery_code',
    take: async (trx) => {
      if (!(await takeRecoveryCode(trx, person.id, input.recovery_code, now))) return false
      await recordSignIn(trx, { kind: 'recovery_code_used', user: person, caller }, now)
      return true
    },
  }))

export const verifyMfaPasskey = (
  desk: Desk,
  input: Shown & { response: Parameters<typeof findPasskey>[1] },
  caller: Caller,
  now: Date,
): Promise<Step> =>
  secondStep(
    desk,
    input,
    caller,
    now,
    async (person, challenge) => {
      const passkey = await findPasskey(desk.databases.provider, input.response)
      if (!passkey || passkey.user_id !== person.id || challenge.webauthn === null) return undefined
      const isRight = await verifyPasskey(desk, passkey, input.response, challenge.webauthn, { alone: false }, now)
      return isRight ? { method: 'passkey' } : undefined
    },
    'passkey_refused',
  )

/** A correct factor. `take` uses it up in the transaction of the sign-in, for factors that work once. */
export interface Right {
  method: SignInMethod
  take?: (trx: Trx) => Promise<boolean>
}

async function secondStep(
  desk: Desk,
  { username, token, remember }: Shown,
  caller: Caller,
  now: Date,
  look: (person: Person, challenge: Challenge) => Promise<Right | undefined>,
  refusal: 'invalid_code' | 'passkey_refused' = 'invalid_code',
): Promise<Step> {
  const db = desk.databases.provider
  const challenge = await openChallenge(db, 'mfa', token, now, { asTry: true })
  const person = await challengedPerson(desk, challenge, username, caller, now)
  const attempt = await countFactorTry(desk, person, now)
  const right = await look(person, challenge)
  const taken =
    right && (await db.transaction().execute((trx) => use(trx, right, person, { token, remember }, caller, now)))
  if (!right || !taken) return refuseFactor(desk, person, attempt, caller, now, refusal)
  await forget(db, 'mfa', person.id)
  const proof = openProof(desk.masterKey, person.id, challenge.sign_on)
  const step = await enter(desk, person, { method: right.method, device_id: taken.device?.id, caller, proof }, now)
  return step.to === 'in' ? { ...step, device: taken.device } : step
}

async function use(
  trx: Trx,
  { take }: Right,
  person: Person,
  { token, remember }: { token: string; remember: boolean },
  caller: Caller,
  now: Date,
): Promise<{ device: DeviceCookie | undefined } | undefined> {
  // Only a correct factor closes the challenge: after a used code, the next one can still be entered.
  if (take && !(await take(trx))) return undefined
  await closeChallenge(trx, token, now)
  if (!remember) return { device: undefined }
  await recordSignIn(trx, { kind: 'device_remembered', method: 'device', user: person, caller }, now)
  return { device: await rememberDevice(trx, person.id, caller, now) }
}

export async function takeTotpCode(desk: Desk, person: Person, code: string, now: Date): Promise<Right | undefined> {
  const row = await desk.databases.provider
    .selectFrom('totp')
    .select('secret')
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  if (!row) return undefined
  const step = await stepOf(openTotp(desk.masterKey, person.id, row.secret), code, now)
  return step === undefined ? undefined : { method: 'google', take: (trx) => takeStep(trx, person.id, step) }
}
