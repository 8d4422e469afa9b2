import { Refusal } from '@kontor/contract/refusal'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { keyOf, type Person } from '../access/person.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { forgetDevices, type KnownDevice, knownDevice } from '../mfa/remembered-devices.ts'
import { countAttempt, countOrRefuse, forget, forgive } from './attempts.ts'

/** A device that the account remembers, or none. */
export type Trusted = KnownDevice | undefined

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Counts a guess and says whether it is allowed. The account is closed to the guessing network first, then to
 * everybody. A remembered device has a count of its own, so that its owner gets in while others guess.
 */
export async function mayGuess(
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
  await countAmongEveryone(desk, now)
  await countOrRefuse(db, 'network', caller.network, limits.network, now)
  const near = await countAttempt(db, 'accountNetwork', `${account} ${caller.network}`, limits.accountNetwork, now)
  if (near.count === limits.accountNetwork.tries + 1)
    await recordSignIn(db, { kind: 'locked', method: 'password', user: person, caller }, now)
  if (!near.allowed) return false
  const all = await countAttempt(db, 'account', account, limits.account, now)
  if (all.count === limits.account.tries + 1) {
    await recordSignIn(db, { kind: 'locked', method: 'password', user: person, caller }, now)
    // The mail goes to the address whether or not it has an account. That is looked up when the mail is sent, so the
    // response time reveals nothing.
    await enqueueMail(db, desk.masterKey, { template: 'account_locked', values: { email: account } }, now)
    desk.nudgeMail()
  }
  return all.allowed
}

const closedUntil = new WeakMap<Desk, number>()

/**
 * Refuses sign-ins before any query while too many fail overall, so that a flood does not use up the database
 * connections. A device with a secret passes, because remembered devices have their own count.
 */
export function refuseInFlood(desk: Desk, caller: Caller, now: Date): void {
  const left_ms = (closedUntil.get(desk) ?? 0) - now.getTime()
  if (left_ms > 0 && !caller.device) throw new Refusal('too_many_attempts', { retry_after: Math.ceil(left_ms / 1000) })
}

async function countAmongEveryone(desk: Desk, now: Date): Promise<void> {
  const { allowed, retry_after } = await countAttempt(
    desk.databases.provider,
    'everyone',
    '',
    desk.settings.limits.everyone,
    now,
  )
  if (allowed) return
  closedUntil.set(desk, now.getTime() + retry_after * 1000)
  throw new Refusal('too_many_attempts', { retry_after })
}

/** Takes back the failed guesses of this caller, and none of others. */
export async function forgiveGuesses(desk: Desk, username: string, device: Trusted, caller: Caller): Promise<void> {
  const db = desk.databases.provider
  const account = keyOf(username)
  if (device) return void (await forget(db, 'accountDevice', device.id))
  const own = await forget(db, 'accountNetwork', `${account} ${caller.network}`)
  await forgive(db, 'account', account, own)
  await forgive(db, 'network', caller.network, 1)
  await forgive(db, 'everyone', '', 1)
}

/**
 * The remembered device of the caller. A secret that was already replaced is held by two parties: the device is then
 * forgotten and its owner told.
 */
export async function trustedDevice(
  desk: Desk,
  person: Person | undefined,
  caller: Caller,
  now: Date,
): Promise<Trusted> {
  const db = desk.databases.provider
  const known = await knownDevice(db, person?.id ?? nobody, caller, now)
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
