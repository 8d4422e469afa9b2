import type { MfaSetup, MfaType } from '@kontor/contract/identity/mfa'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { byThemselves } from '../access/by-themselves.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { allowedTypes, type Person } from '../access/person.ts'
import { hashOf } from '../access/secrets.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { forget } from '../guessing/attempts.ts'
import { type Challenge, closeChallenge, invalidToken, type Purpose } from '../sign-in/challenges.ts'
import { countFactorTry, refuseFactor } from './mfa-challenge.ts'
import { isMailedCode, mailAnother } from './mfa-mail.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { forgetDevices } from './remembered-devices.ts'
import { newTotpSecret, openTotp, otpauthOf, saveTotp, sealTotp, stepOf } from './totp.ts'

/** Setting up a second factor, forced or in the profile: first a secret or a mailed code, then a code as proof. */

export const setupPurposes = { forced: 'mfa_setup', profile: 'profile_mfa' } as const satisfies Record<string, Purpose>

export async function beginFactor(
  desk: Desk,
  person: Person,
  challenge: Challenge,
  token: string,
  type: MfaType,
  now: Date,
): Promise<MfaSetup> {
  if (!allowedTypes(person).includes(type)) throw new Refusal('mfa_type_refused', { 'body.type': 'not_allowed' })
  if (type === 'email') {
    await mailAnother(desk, person, challenge, token, now)
    return { type, secret: null, otpauth: null, email: masked(person.email) }
  }
  const secret = newTotpSecret()
  await desk.databases.provider
    .updateTable('challenge')
    .set({ type, secret: sealTotp(desk.masterKey, person.id, secret), code_hash: null, code_expires_at: null })
    .where('token_hash', '=', hashOf(token))
    .execute()
  return { type, secret, otpauth: otpauthOf(secret, person.email), email: null }
}

interface Confirming {
  token: string
  code: string
  type?: MfaType | null
  /** The name of the confirming command, for the trail. */
  command: string
}

/** Further work in the transaction of a confirmation. */
type AndThen<T> = (trx: Trx, type: MfaType) => Promise<T>

/** Puts the factor in use after a code as proof; returns the recovery codes, which are shown once. */
export async function confirmFactor<T>(
  desk: Desk,
  person: Person,
  challenge: Challenge,
  { token, code, type = challenge.type, command, andThen }: Confirming & { andThen: AndThen<T> },
  caller: Caller,
  now: Date,
): Promise<{ recovery_codes: string[]; and: T }> {
  if (type === null || type !== challenge.type || !allowedTypes(person).includes(type)) throw invalidToken()
  const attempt = await countFactorTry(desk, person, now)
  const step = type === 'google' ? await totpStep(desk, person, challenge, code, now) : undefined
  const isRight = type === 'google' ? step !== undefined : isMailedCode(challenge, token, code, now)
  if (!isRight) return refuseFactor(desk, person, attempt, caller, now)
  const done = await byThemselves(desk, person, caller, command, async (trx) => {
    await closeChallenge(trx, token, now)
    if (step !== undefined && challenge.secret) await saveTotp(trx, person.id, challenge.secret, step, now)
    else await trx.deleteFrom('totp').where('user_id', '=', person.id).execute()
    await trx.updateTable('platform_user').set({ mfa_type: type }).where('id', '=', person.id).execute()
    const recovery_codes = await renewRecoveryCodes(trx, person.id, now)
    await factorChanged(trx, desk, person, { kind: 'mfa_enabled', method: type }, caller, now)
    return { recovery_codes, and: await andThen(trx, type) }
  })
  await forget(desk.databases.provider, 'mfa', person.id)
  desk.nudgeMail()
  return done
}

/**
 * The consequences of every change of a factor: all devices are forgotten, the change is recorded, and the user is
 * told.
 */
export async function factorChanged(
  trx: Trx,
  desk: Desk,
  person: Person,
  { kind, method }: { kind: 'mfa_enabled' | 'mfa_disabled'; method: MfaType | null },
  caller: Caller,
  now: Date,
): Promise<void> {
  await forgetDevices(trx, person.id, now)
  await recordSignIn(trx, { kind, method, user: person, caller }, now)
  await enqueueMail(trx, desk.masterKey, { template: kind, values: { user: person.id } }, now)
}

async function totpStep(desk: Desk, person: Person, challenge: Challenge, code: string, now: Date) {
  return challenge.secret ? stepOf(openTotp(desk.masterKey, person.id, challenge.secret), code, now) : undefined
}

const masked = (email: string) => email.replace(/^(.).*(?=@)/, '$1•••')
