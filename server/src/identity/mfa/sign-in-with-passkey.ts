import type { authenticationResponse } from '@kontor/contract/identity/passkey'
import { Refusal } from '@kontor/contract/refusal'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { passGate } from '../access/gate.ts'
import { hashOf } from '../access/secrets.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { countOrRefuse, forgive } from '../guessing/attempts.ts'
import { beginChallenge, closeChallenge, openChallenge } from '../sign-in/challenges.ts'
import { enter, type Step } from '../sign-in/sign-in.ts'
import { challengedPerson } from './mfa-challenge.ts'
import { findPasskey, optionsToSign, passkeysOf, verifyPasskey } from './passkeys.ts'
import { knownDevice } from './remembered-devices.ts'

const patience_ms = 5 * 60_000

/** A challenge for any passkey of this installation. The passkey itself names its user. */
export async function askPasskey(desk: Desk, caller: Caller, now: Date) {
  const db = desk.databases.provider
  await countOrRefuse(db, 'network', caller.network, desk.settings.limits.network, now)
  const options = await optionsToSign(desk, 'any')
  const token = await beginChallenge(db, 'passkey', null, patience_ms, now, { webauthn: options.challenge })
  return { token, options: { ...options } }
}

export async function signInWithPasskey(
  desk: Desk,
  input: { token: string; response: z.output<typeof authenticationResponse> },
  caller: Caller,
  now: Date,
): Promise<Step> {
  const db = desk.databases.provider
  const challenge = await openChallenge(db, 'passkey', input.token, now, { asTry: true })
  const passkey = await findPasskey(db, input.response)
  const isRight =
    passkey && (await verifyPasskey(desk, passkey, input.response, challenge.webauthn ?? '', { alone: true }, now))
  if (!passkey || !isRight) {
    await recordSignIn(db, { kind: 'passkey_wrong', method: 'passkey', user: undefined, caller }, now)
    throw new Refusal('passkey_refused')
  }
  const known = await knownDevice(db, passkey.user_id, caller, now)
  const trusted = known !== undefined && known !== 'copied'
  const person = await passGate(desk, passkey.user_id, { trusted }, caller, now, 'passkey_refused')
  await db.transaction().execute((trx) => closeChallenge(trx, input.token, now))
  await forgive(db, 'network', caller.network, 1)
  return enter(desk, person, { method: 'passkey', caller }, now)
}

/** A challenge for the passkeys of this user, as the second factor. */
export async function askMfaPasskey(desk: Desk, input: { username: string; token: string }, caller: Caller, now: Date) {
  const db = desk.databases.provider
  const challenge = await openChallenge(db, 'mfa', input.token, now, { asTry: false })
  const person = await challengedPerson(desk, challenge, input.username, caller, now)
  const passkeys = await passkeysOf(db, person.id)
  if (passkeys.length === 0) throw new Refusal('no_passkey')
  const options = await optionsToSign(desk, passkeys)
  await db
    .updateTable('challenge')
    .set({ webauthn: options.challenge })
    .where('token_hash', '=', hashOf(input.token))
    .execute()
  return { ...options }
}
