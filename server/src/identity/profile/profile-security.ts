import type { registrationResponse } from '@kontor/contract/identity/passkey'
import { Refusal } from '@kontor/contract/refusal'
import type { z } from 'zod'
import { violatedConstraint } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { byThemselves } from '../access/by-themselves.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { admit } from '../access/gate.ts'
import type { Person } from '../access/person.ts'
import { endSessionsOf } from '../access/sessions.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { challengedPerson } from '../mfa/mfa-challenge.ts'
import { optionsToRegister, passkeysOf, verifyRegistration } from '../mfa/passkeys.ts'
import { renewRecoveryCodes } from '../mfa/recovery-codes.ts'
import { beginFactor, confirmFactor, factorChanged, setupPurposes } from '../mfa/second-factor.ts'
import { beginChallenge, closeChallenge, invalidToken, openChallenge } from '../sign-in/challenges.ts'
import { hashPassword } from '../sign-in/password.ts'
import { refuseBadPassword } from '../sign-in/password-policy.ts'
import { savePassword } from '../sign-in/update-password.ts'

/**
 * Changes the password. A change of the means to sign in ends every session; the present one continues under a new id,
 * which is returned.
 */

export async function changePassword(desk: Desk, person: Person, password: string, caller: Caller, now: Date) {
  await refuseBadPassword(desk, password, person)
  const password_hash = await hashPassword(password)
  const session = await byThemselves(desk, person, caller, 'change-password', async (trx) => {
    await savePassword(trx, desk, person, password_hash, caller, now)
    await endSessionsOf(trx, person.id, now)
    return admit(trx, desk, person, { method: 'password', caller }, now)
  })
  desk.nudgeMail()
  return session
}

export async function beginMfa(desk: Desk, person: Person, type: 'email' | 'google', now: Date) {
  const db = desk.databases.provider
  const token = await beginChallenge(db, setupPurposes.profile, person.id, desk.settings.mfaCode_ms, now)
  const challenge = await openChallenge(db, setupPurposes.profile, token, now, { asTry: false })
  return { token, ...(await beginFactor(desk, person, challenge, token, type, now)) }
}

export async function confirmMfa(
  desk: Desk,
  user: string,
  input: { token: string; code: string },
  caller: Caller,
  now: Date,
) {
  const db = desk.databases.provider
  const challenge = await openChallenge(db, setupPurposes.profile, input.token, now, { asTry: true })
  if (challenge.user_id !== user) throw invalidToken()
  const person = await challengedPerson(desk, challenge, undefined, caller, now)
  const { recovery_codes, and } = await confirmFactor(
    desk,
    person,
    challenge,
    {
      ...input,
      command: 'confirm-mfa',
      andThen: async (trx, method) => {
        await endSessionsOf(trx, user, now)
        return admit(trx, desk, person, { method, caller }, now)
      },
    },
    caller,
    now,
  )
  return { recovery_codes, session: and }
}

export async function disableMfa(desk: Desk, person: Person, caller: Caller, now: Date): Promise<string> {
  if (person.mfa_required !== 'none') throw new Refusal('mfa_required')
  const session = await byThemselves(desk, person, caller, 'disable-mfa', async (trx) => {
    await trx.updateTable('platform_user').set({ mfa_type: null }).where('id', '=', person.id).execute()
    await trx.deleteFrom('totp').where('user_id', '=', person.id).execute()
    await trx.deleteFrom('recovery_code').where('user_id', '=', person.id).execute()
    await factorChanged(trx, desk, person, { kind: 'mfa_disabled', method: person.mfa_type }, caller, now)
    await endSessionsOf(trx, person.id, now)
    return admit(trx, desk, person, { method: 'password', caller }, now)
  })
  desk.nudgeMail()
  return session
}

export async function renewCodes(desk: Desk, person: Person, caller: Caller, now: Date): Promise<string[]> {
  if (person.mfa_type === null) throw new Refusal('mfa_not_enabled')
  return desk.databases.provider.transaction().execute(async (trx) => {
    await recordSignIn(trx, { kind: 'recovery_codes_renewed', user: person, caller }, now)
    return renewRecoveryCodes(trx, person.id, now)
  })
}

const patience_ms = 5 * 60_000

export async function beginPasskey(desk: Desk, person: Person, now: Date) {
  const db = desk.databases.provider
  const options = await optionsToRegister(desk, person, await passkeysOf(db, person.id))
  const token = await beginChallenge(db, 'add_passkey', person.id, patience_ms, now, { webauthn: options.challenge })
  return { token, options: { ...options } }
}

export async function addPasskey(
  desk: Desk,
  user: { id: string },
  input: { token: string; name: string; response: z.output<typeof registrationResponse> },
  caller: Caller,
  now: Date,
) {
  const db = desk.databases.provider
  const challenge = await openChallenge(db, 'add_passkey', input.token, now, { asTry: true })
  if (challenge.user_id !== user.id || challenge.webauthn === null) throw invalidToken()
  const credential = await verifyRegistration(desk, input.response, challenge.webauthn)
  if (!credential) throw new Refusal('passkey_refused')
  const row = {
    ...newId(now),
    user_id: user.id,
    name: input.name,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: input.response.response.transports ?? [],
  }
  await db
    .transaction()
    .execute(async (trx) => {
      await closeChallenge(trx, input.token, now)
      await trx.insertInto('passkey').values(row).execute()
      await recordSignIn(trx, { kind: 'passkey_added', method: 'passkey', user, caller }, now)
      const values = { user: user.id, passkey: input.name }
      await enqueueMail(trx, desk.masterKey, { template: 'passkey_added', values }, now)
    })
    .catch((error) => {
      throw violatedConstraint(error) === undefined ? error : new Refusal('passkey_refused')
    })
  desk.nudgeMail()
  return { id: row.id, name: row.name, created_at: row.created_at, last_used_at: null }
}
