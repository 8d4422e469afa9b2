import { Refusal } from '@kontor/contract/refusal'
import { NIL } from 'uuid'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { keyOf, type Person } from '../access/person.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { forgetDevices, type KnownDevice, knownDevice } from '../mfa/remembered-devices.ts'
import { countAttempt, forget, forgive } from './attempts.ts'

/** A device that the account remembers, or none. */
export type Trusted = KnownDevice | undefined

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
  // The network is counted first: a refused network must not reach the limit for everyone.
  await countOrClose(desk, 'networkBurst', caller.network, now)
  await countOrClose(desk, 'network', caller.network, now)
  await countOrClose(desk, 'everyone', everybody, now)
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

const everybody = ''
/** The time (milliseconds since 1970) until which tries of a network, or of everybody, are refused without a query. */
const closedUntil = new WeakMap<Desk, Map<string, number>>()
/** The longest such time. Failures that are taken back meanwhile open a network again, which only the database knows. */
const longestClosed_ms = 10_000
const mostClosed = 10_000

/**
 * Refuses sign-ins before any query while too many fail overall or from the caller's network, so that a flood does not use
 * up the database connections. A device with a secret passes, because remembered devices have their own count.
 */
export function refuseInFlood(desk: Desk, caller: Caller, now: Date): void {
  if (caller.device) return
  const closed = closedUntil.get(desk)
  const until = Math.max(closed?.get(everybody) ?? 0, closed?.get(caller.network) ?? 0)
  const left_ms = until - now.getTime()
  if (left_ms > 0) throw new Refusal('too_many_attempts', { retry_after: Math.ceil(left_ms / 1000) })
}

async function countOrClose(
  desk: Desk,
  counted: 'networkBurst' | 'network' | 'everyone',
  whose: string,
  now: Date,
): Promise<void> {
  const { allowed, retry_after } = await countAttempt(
    desk.databases.provider,
    counted,
    whose,
    desk.settings.limits[counted],
    now,
  )
  if (allowed) return
  close(desk, whose, now, Math.min(retry_after * 1000, longestClosed_ms))
  throw new Refusal('too_many_attempts', { retry_after })
}

function close(desk: Desk, whose: string, now: Date, wait_ms: number): void {
  const closed = closedUntil.get(desk) ?? new Map<string, number>()
  closedUntil.set(desk, closed)
  // The map stays small: networks that are open again go first, then all of them. The database counts them anyway.
  if (closed.size >= mostClosed) for (const [each, until] of closed) if (until <= now.getTime()) closed.delete(each)
  if (closed.size >= mostClosed) closed.clear()
  closed.set(whose, now.getTime() + wait_ms)
}

/** Takes back the failed guesses of this caller, and none of others. */
export async function forgiveGuesses(desk: Desk, username: string, device: Trusted, caller: Caller): Promise<void> {
  const db = desk.databases.provider
  const account = keyOf(username)
  if (device) return void (await forget(db, 'accountDevice', device.id))
  const own = await forget(db, 'accountNetwork', `${account} ${caller.network}`)
  await forgive(db, 'account', account, own)
  await forgive(db, 'networkBurst', caller.network, 1)
  await forgive(db, 'network', caller.network, 1)
  await forgive(db, 'everyone', everybody, 1)
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
  const known = await knownDevice(db, person?.id ?? NIL, caller, now)
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
