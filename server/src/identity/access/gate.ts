import { Refusal, type RefusalCode } from '@kontor/contract/refusal'
import { type Kysely, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { plainAddress, withinNetworks } from '../../platform/db/within-networks.ts'
import type { DB } from '../../schema.ts'
import { isLocked } from '../guessing/attempts.ts'
import { firstAsked, keepProof } from '../sign-on/keep-proof.ts'
import type { SignOnProof } from '../sign-on/sign-on-proof.ts'
import type { Caller } from './caller.ts'
import type { Desk } from './desk.ts'
import { findPerson, keyOf, type Person } from './person.ts'
import { beginSession } from './sessions.ts'
import { recordSignIn, type SignInEvent } from './sign-in-record.ts'

export interface Entry {
  /** True on a device that the account remembers: guesses from elsewhere do not lock out the owner there. */
  trusted: boolean
  /** True for a link to the mailbox, which opens a lock. */
  unlocks?: boolean
  /** True for a way that began at the issuer of the person's organisation. */
  signsOn?: boolean
}

/**
 * The gate: every way to a session, or to new means of getting one, passes it. It checks the present state, because
 * between two steps of a sign-in a user may be disabled, a merchant deactivated or an account locked.
 */
export async function mayEnter(
  db: Kysely<DB>,
  { settings }: Desk,
  person: Person,
  { trusted, unlocks = false, signsOn = false }: Entry,
  now: Date,
): Promise<boolean> {
  if (!person.active || !person.merchant_active) return false
  if (person.must_sign_on && !signsOn) return false
  if (unlocks) return true
  if (person.locked_at !== null) return false
  // The issuer compares the password, so wrong ones that others type here keep nobody from it.
  if (trusted || signsOn) return true
  return !(await isLocked(db, 'account', keyOf(person.email), settings.limits.account, now))
}

/** The person, if they may enter. Otherwise the refusal is recorded and thrown. */
export async function passGate(
  desk: Desk,
  id: string,
  entry: Entry,
  caller: Caller,
  now: Date,
  refusal: RefusalCode = 'invalid_token',
): Promise<Person> {
  const db = desk.databases.provider
  const person = await findPerson(db, { id })
  if (person && (await mayEnter(db, desk, person, entry, now))) {
    await refuseElsewhere(db, person, caller, now)
    return person
  }
  if (person) await recordSignIn(db, { kind: 'refused', user: person, caller }, now)
  // Whoever comes this far has shown something of the person's own, so they may know how the person signs in.
  if (person?.must_sign_on && !entry.signsOn) throw new Refusal('sign_on_required')
  throw new Refusal(refusal, refusal === 'invalid_token' ? { 'body.token': 'invalid' } : {})
}

/**
 * Refuses a merchant's user outside the networks of the merchant. Whoever comes this far has shown something of the person's own,
 * so they may know why they cannot enter.
 */
export async function refuseElsewhere(db: Kysely<DB>, person: Person, caller: Caller, now: Date): Promise<void> {
  if (person.merchant_id === null) return
  const { is_within } = await db
    .selectFrom('merchant')
    .select(withinNetworks(caller.ip, sql`allowed_ips`).as('is_within'))
    .where('id', '=', person.merchant_id)
    .executeTakeFirstOrThrow()
  if (is_within) return
  await recordSignIn(db, { kind: 'refused', user: person, caller }, now)
  throw new Refusal('network_not_allowed', { address: plainAddress(caller.ip) ?? caller.ip })
}

interface Admitted {
  method: SignInEvent['method']
  caller: Caller
  device_id?: string | undefined
  /** What the issuer said, where the sign-in began there. */
  proof?: SignOnProof | undefined
}

/** Begins the session, as the last step of every way in. */
export async function admit(
  trx: Trx,
  { settings, masterKey }: Desk,
  person: Person,
  { method, caller, device_id, proof }: Admitted,
  now: Date,
): Promise<string> {
  const { ip, browser, platform } = caller
  await recordSignIn(trx, { kind: 'signed_in', method: method ?? null, user: person, caller }, now)
  const factor_at = isFactor(method) ? now.toISOString() : null
  const details = { idle_ms: settings.idle_ms, ip, browser, platform, device_id: device_id ?? null, factor_at }
  if (!proof) return beginSession(trx, person.id, now, details)
  const secret = await beginSession(trx, person.id, now, { ...details, ask_issuer_at: firstAsked(proof, now) })
  await keepProof(trx, masterKey, secret, proof, now)
  return secret
}

/** A remembered device stands for a factor that was shown long ago. */
const isFactor = (method: SignInEvent['method']): boolean =>
  method === 'email' || method === 'google' || method === 'passkey' || method === 'recovery_code'
