import type { authenticationResponse, registrationResponse } from '@kontor/contract/identity/passkey'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Kysely, Selectable } from 'kysely'
import type { z } from 'zod'
import type { DB, Passkey } from '../../schema.ts'
import type { Desk } from '../access/desk.ts'

type Authentication = z.output<typeof authenticationResponse>
type Registration = z.output<typeof registrationResponse>
export type StoredPasskey = Selectable<Passkey>

/** Passkeys are bound to the host of the public address, and work on its pages alone. */
const rpOf = ({ publicUrl }: Desk) => ({ id: new URL(publicUrl).hostname, origin: new URL(publicUrl).origin })

const base64url = (bytes: Buffer) => bytes.toString('base64url')
const idOf = (user: string) => Uint8Array.from(Buffer.from(user.replaceAll('-', ''), 'hex'))

export const passkeysOf = (db: Kysely<DB>, user: string): Promise<StoredPasskey[]> =>
  db.selectFrom('passkey').selectAll().where('user_id', '=', user).orderBy('created_at').orderBy('id').execute()

export const findPasskey = (db: Kysely<DB>, { id }: Authentication): Promise<StoredPasskey | undefined> =>
  db.selectFrom('passkey').selectAll().where('credential_id', '=', Buffer.from(id, 'base64url')).executeTakeFirst()

/**
 * The options of a sign-in by passkey. Without another factor the authenticator must verify the person, and then counts
 * as both.
 */
export const optionsToSign = (desk: Desk, passkeys: readonly StoredPasskey[] | 'any') =>
  generateAuthenticationOptions({
    rpID: rpOf(desk).id,
    userVerification: passkeys === 'any' ? 'required' : 'preferred',
    ...(passkeys === 'any' ? {} : { allowCredentials: passkeys.map(descriptorOf) }),
  })

export async function verifyPasskey(
  desk: Desk,
  passkey: StoredPasskey,
  response: Authentication,
  challenge: string,
  { alone }: { alone: boolean },
  now: Date,
): Promise<boolean> {
  const { id, origin } = rpOf(desk)
  if (response.response.userHandle && response.response.userHandle !== base64url(Buffer.from(idOf(passkey.user_id))))
    return false
  const result = await verifyAuthenticationResponse({
    // The library's type is stricter about absent properties than the JSON that it describes.
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: alone,
    credential: {
      id: base64url(passkey.credential_id),
      publicKey: Uint8Array.from(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => undefined)
  if (!result?.verified) return false
  await desk.databases.provider
    .updateTable('passkey')
    .set({ counter: result.authenticationInfo.newCounter, last_used_at: now.toISOString() })
    .where('id', '=', passkey.id)
    .execute()
  return true
}

export const optionsToRegister = (
  desk: Desk,
  user: { id: string; email: string; name: string },
  passkeys: readonly StoredPasskey[],
) =>
  generateRegistrationOptions({
    rpName: 'Kontor',
    rpID: rpOf(desk).id,
    userID: idOf(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: passkeys.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** The new credential; undefined when the response does not match this challenge and these pages. */
export async function verifyRegistration(desk: Desk, response: Registration, challenge: string) {
  const { id, origin } = rpOf(desk)
  const result = await verifyRegistrationResponse({
    // The same difference of types as above.
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => undefined)
  return result?.verified ? result.registrationInfo.credential : undefined
}

const descriptorOf = ({ credential_id, transports }: StoredPasskey) => ({ id: base64url(credential_id), transports })
