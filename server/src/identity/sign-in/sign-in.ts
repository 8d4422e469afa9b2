import type { MfaType } from '@kontor/contract/identity/mfa'
import type { SignInMethod } from '@kontor/contract/identity/sign-in-event.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { admit, mayEnter, refuseElsewhere } from '../access/gate.ts'
import { findPerson, type Person } from '../access/person.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { forgiveGuesses, mayGuess, refuseInFlood, type Trusted, trustedDevice } from '../guessing/guesses.ts'
import { turnstile } from '../guessing/turnstile.ts'
import { mailCode } from '../mfa/mfa-mail.ts'
import { type DeviceCookie, knownDevice, rotateDevice } from '../mfa/remembered-devices.ts'
import { isPasswordRefusedFor } from '../sign-on/sign-on-policy.ts'
import { type SignOnProof, sealProof } from '../sign-on/sign-on-proof.ts'
import { beginChallenge } from './challenges.ts'
import { isPasswordOf } from './password.ts'

/** The next state of a sign-in. */
export type Step =
  | { to: 'in'; session: string; device?: DeviceCookie | undefined }
  | { to: 'mfa'; token: string; type: MfaType }
  | { to: 'mfa_setup'; token: string; required_type: MfaType | null }

// Each may hold a database connection; the others of the pool are for signed-in users.
const inTurn = turnstile(4, 24)
// Anybody can show a secret, so these look-ups have a queue of their own; they are cheap.
const devicesInTurn = turnstile(1, 24)

/**
 * Checks e-mail and password. All refusals look alike and take the same time, so they do not reveal who has an account.
 */
export async function signIn(desk: Desk, typed: Typed, caller: Caller, now: Date): Promise<Step> {
  refuseInFlood(desk, caller, now)
  // Tries on a remembered device have a limit of their own, so its owner does not wait behind those who guess.
  const isKnown = caller.device !== undefined && (await devicesInTurn(() => isOnDevice(desk, typed, caller, now)))
  return inTurn(() => checkPassword(desk, typed, caller, now), isKnown)
}

async function isOnDevice(desk: Desk, { username }: Typed, caller: Caller, now: Date): Promise<boolean> {
  const db = desk.databases.provider
  const person = await findPerson(db, { email: username })
  return person !== undefined && typeof (await knownDevice(db, person.id, caller, now)) === 'object'
}

interface Typed {
  username: string
  password: string
}

async function checkPassword(desk: Desk, { username, password }: Typed, caller: Caller, now: Date): Promise<Step> {
  const db = desk.databases.provider
  const person = await findPerson(db, { email: username })
  const device = await trustedDevice(desk, person, caller, now)
  if (!(await mayGuess(desk, username, person, device, caller, now))) throw new Refusal('invalid_credentials')
  const matches = await isPasswordOf(person?.password_hash, password, device !== undefined)
  // The limit on guesses was checked before this guess, so the gate skips it.
  const enters = person !== undefined && (await mayEnter(db, desk, person, { trusted: true }, now))
  if (!matches || !enters) {
    await recordSignIn(
      db,
      { kind: matches ? 'refused' : 'password_wrong', method: 'password', user: person, caller },
      now,
    )
    // The domain decides, not the person: nobody learns who has an account.
    throw new Refusal((await isPasswordRefusedFor(db, username)) ? 'sign_on_required' : 'invalid_credentials')
  }
  await forgiveGuesses(desk, username, device, caller)
  await refuseElsewhere(db, person, caller, now)
  return afterFirstFactor(desk, person, { method: 'password', device, caller }, now)
}

interface Came {
  method: SignInMethod
  device?: Trusted
  /** The id of the device that was just remembered. */
  device_id?: string | undefined
  caller: Caller
  /** What the issuer said, where the sign-in began there. */
  proof?: SignOnProof | undefined
  /** True when the issuer asked for a second factor that the policy counts. */
  hasFactor?: boolean
}

/** The step after the first factor: a session, the second factor, or setting one up. */
export async function afterFirstFactor(desk: Desk, person: Person, came: Came, now: Date): Promise<Step> {
  const { mfa_type } = person
  if (mfa_type === null || came.hasFactor) return enter(desk, person, came, now)
  const { device, caller } = came
  if (device && caller.device && hasRequiredFactor(person)) {
    const inside = await enterOnDevice(desk, person, device, came, caller.device, now)
    if (inside) return inside
  }
  const token = await beginChallenge(desk.databases.provider, 'mfa', person.id, desk.settings.mfaCode_ms, now, {
    type: mfa_type,
    sign_on: sealed(desk, person, came),
  })
  if (mfa_type === 'email') await mailCode(desk, person, token, now)
  return { to: 'mfa', token, type: mfa_type }
}

const hasRequiredFactor = ({ mfa_required, mfa_type }: Person) =>
  mfa_required === 'none' || (mfa_required === 'choice' ? mfa_type !== null : mfa_type === mfa_required)

/** All factors were shown: gives a session, unless another kind of factor is required than the user has. */
export async function enter(desk: Desk, person: Person, came: Came, now: Date): Promise<Step> {
  const db = desk.databases.provider
  if (came.hasFactor || hasRequiredFactor(person)) {
    const { method, caller, device_id, proof } = came
    const inside = { method, caller, device_id, proof }
    return { to: 'in', session: await db.transaction().execute((trx) => admit(trx, desk, person, inside, now)) }
  }
  const { mfa_required } = person
  const token = await beginChallenge(db, 'mfa_setup', person.id, desk.settings.mfaCode_ms, now, {
    sign_on: sealed(desk, person, came),
  })
  return {
    to: 'mfa_setup',
    token,
    required_type: mfa_required === 'email' || mfa_required === 'google' ? mfa_required : null,
  }
}

const sealed = ({ masterKey }: Desk, { id }: Person, { proof }: Came) =>
  proof ? sealProof(masterKey, id, proof) : null

function enterOnDevice(
  desk: Desk,
  person: Person,
  device: NonNullable<Trusted>,
  { caller, proof }: Came,
  shown: string,
  now: Date,
): Promise<Step | undefined> {
  return desk.databases.provider.transaction().execute(async (trx) => {
    const rotated = await rotateDevice(trx, device, shown, caller, now)
    if (!rotated) return undefined
    const session = await admit(trx, desk, person, { method: 'device', caller, device_id: device.id, proof }, now)
    return { to: 'in', session, device: rotated }
  })
}
