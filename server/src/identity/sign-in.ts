import type { MfaType } from '@kontor/contract/identity/mfa'
import type { SignInMethod } from '@kontor/contract/identity/sign-in-event'
import { Refusal } from '@kontor/contract/refusal'
import { enqueueMail } from '../platform/mail/outbox.ts'
import { countAttempt, countOrRefuse, forget, forgive } from './attempts.ts'
import type { Caller } from './caller.ts'
import { beginChallenge } from './challenges.ts'
import type { Desk } from './desk.ts'
import { admit, mayEnter } from './gate.ts'
import { mailCode } from './mfa-mail.ts'
import { isPasswordOf } from './password.ts'
import { findPerson, keyOf, type Person } from './person.ts'
import { type DeviceCookie, forgetDevices, knownDevice, rotateDevice } from './remembered-devices.ts'
import { recordSignIn } from './sign-in-record.ts'

/** Where a sign-in goes after one of its steps. */
export type Step =
  | { to: 'in'; session: string; device?: DeviceCookie | undefined }
  | { to: 'mfa'; token: string; type: MfaType }
  | { to: 'mfa_setup'; token: string; required_type: MfaType | null }

type Trusted = { id: string; expires_at: string } | undefined

const nobody = '00000000-0000-0000-0000-000000000000'

/** Checks e-mail and password. Every refusal looks alike and takes as long: it tells nothing of who exists. */
export async function signIn(
  desk: Desk,
  { username, password }: { username: string; password: string },
  caller: Caller,
  now: Date,
): Promise<Step> {
  const db = desk.databases.provider
  const person = await findPerson(db, { email: username })
  const device = await trustedDevice(desk, person, caller, now)
  if (!(await mayGuess(desk, username, person, device, caller, now))) throw new Refusal('invalid_credentials')
  const matches = await isPasswordOf(person?.password_hash, password)
  // Whether there are too many guesses was asked before this one was made.
  const enters = person !== undefined && (await mayEnter(db, desk, person, { trusted: true }, now))
  if (!matches || !enters) {
    await recordSignIn(
      db,
      { kind: matches ? 'refused' : 'password_wrong', method: 'password', user: person, caller },
      now,
    )
    throw new Refusal('invalid_credentials')
  }
  await forgiveGuesses(desk, username, device, caller)
  return afterFirstFactor(desk, person, { method: 'password', device, caller }, now)
}

/** A secret that the device held before its last use is in two hands: the device is forgotten, and its owner told. */
async function trustedDevice(desk: Desk, person: Person | undefined, caller: Caller, now: Date): Promise<Trusted> {
  const db = desk.databases.provider
  const known = await knownDevice(db, person?.id ?? nobody, caller.device, now)
  if (known !== 'copied') return known
  if (!person || !caller.device) return undefined
  const secret = caller.device
  await db.transaction().execute(async (trx) => {
    if ((await forgetDevices(trx, person.id, now, { secret })) === 0) return
    await recordSignIn(trx, { kind: 'device_copied', method: 'device', user: person, caller }, now)
    await enqueueMail(trx, desk.masterKey, { template: 'device_copied', values: { user: person.id } }, now)
  })
  desk.nudgeMail()
  return undefined
}

/**
 * First the account is closed to the network that guesses, then to everybody. A device that it remembers has a count of its
 * own, so that its owner gets in while others are at it.
 */
async function mayGuess(
  desk: Desk,
  username: string,
  person: Person | undefined,
  device: Trusted,
  caller: Caller,
  now: Date,
): Promise<boolean> {
  const db = desk.databases.provider
  const { limits } = desk.settings
  const account = keyOf(username)
  if (device) return (await countAttempt(db, 'accountDevice', device.id, limits.accountDevice, now)).allowed
  await countOrRefuse(db, 'everyone', '', limits.everyone, now)
  await countOrRefuse(db, 'network', caller.network, limits.network, now)
  const near = await countAttempt(db, 'accountNetwork', `${account} ${caller.network}`, limits.accountNetwork, now)
  if (near.count === limits.accountNetwork.tries + 1)
    await recordSignIn(db, { kind: 'locked', method: 'password', user: person, caller }, now)
  if (!near.allowed) return false
  const all = await countAttempt(db, 'account', account, limits.account, now)
  if (all.count === limits.account.tries + 1) {
    await recordSignIn(db, { kind: 'locked', method: 'password', user: person, caller }, now)
    // To whoever has the address, if anybody does: that is looked up when the mail leaves, not while somebody times us.
    await enqueueMail(db, desk.masterKey, { template: 'account_locked', values: { email: account } }, now)
    desk.nudgeMail()
  }
  return all.allowed
}

/** Takes back what this caller missed, and nothing of what others did. */
async function forgiveGuesses(desk: Desk, username: string, device: Trusted, caller: Caller): Promise<void> {
  const db = desk.databases.provider
  const account = keyOf(username)
  if (device) return void (await forget(db, 'accountDevice', device.id))
  const own = await forget(db, 'accountNetwork', `${account} ${caller.network}`)
  await forgive(db, 'account', account, own)
  await forgive(db, 'network', caller.network, 1)
  await forgive(db, 'everyone', '', 1)
}

interface Came {
  method: SignInMethod
  device?: Trusted
  /** The device that was just remembered. */
  device_id?: string | undefined
  caller: Caller
}

/** After the first factor: in, to the second one, or to setting one up. */
export async function afterFirstFactor(desk: Desk, person: Person, came: Came, now: Date): Promise<Step> {
  const { mfa_type } = person
  if (mfa_type === null) return enter(desk, person, came, now)
  const { device, caller } = came
  if (device && caller.device && hasRequiredFactor(person)) {
    const inside = await enterOnDevice(desk, person, device, caller, caller.device, now)
    if (inside) return inside
  }
  const token = await beginChallenge(desk.databases.provider, 'mfa', person.id, desk.settings.mfaCode_ms, now, {
    type: mfa_type,
  })
  if (mfa_type === 'email') await mailCode(desk, person, token, now)
  return { to: 'mfa', token, type: mfa_type }
}

const hasRequiredFactor = ({ mfa_required, mfa_type }: Person) =>
  mfa_required === 'none' || (mfa_required === 'choice' ? mfa_type !== null : mfa_type === mfa_required)

/** All that was asked for was shown: in, unless another kind of factor is required than there is. */
export async function enter(desk: Desk, person: Person, { method, device_id, caller }: Came, now: Date): Promise<Step> {
  const db = desk.databases.provider
  if (hasRequiredFactor(person)) {
    const inside = { method, caller, device_id }
    return { to: 'in', session: await db.transaction().execute((trx) => admit(trx, desk, person, inside, now)) }
  }
  const { mfa_required } = person
  const token = await beginChallenge(db, 'mfa_setup', person.id, desk.settings.mfaCode_ms, now)
  return {
    to: 'mfa_setup',
    token,
    required_type: mfa_required === 'email' || mfa_required === 'google' ? mfa_required : null,
  }
}

function enterOnDevice(
  desk: Desk,
  person: Person,
  device: NonNullable<Trusted>,
  caller: Caller,
  shown: string,
  now: Date,
): Promise<Step | undefined> {
  return desk.databases.provider.transaction().execute(async (trx) => {
    const rotated = await rotateDevice(trx, device, shown, now)
    if (!rotated) return undefined
    const session = await admit(trx, desk, person, { method: 'device', caller, device_id: device.id }, now)
    return { to: 'in', session, device: rotated }
  })
}
