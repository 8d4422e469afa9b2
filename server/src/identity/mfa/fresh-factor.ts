import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import type { MfaType } from '@kontor/contract/identity/mfa'
import type { askFactorEndpoint, showFactorEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { passGate } from '../access/gate.ts'
import { allowedTypes, findPerson, type Person } from '../access/person.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { forget } from '../guessing/attempts.ts'
import { beginChallenge, type Challenge, closeChallenge, invalidToken, openChallenge } from '../sign-in/challenges.ts'
import { takeTotpCode } from './mfa.ts'
import { countFactorTry, refuseFactor } from './mfa-challenge.ts'
import { isMailedCode, mailCode } from './mfa-mail.ts'
import { findPasskey, optionsToSign, passkeysOf, verifyPasskey } from './passkeys.ts'

/** Somebody in a session. */
interface Inside {
  user: string
  /** The public id of the session. */
  session: string
}

/**
 * Asks a signed-in person for a second factor again. Whoever has set up none gets a code by mail: a session alone, which
 * somebody may have left open or stolen, does not reach the mailbox.
 */
export async function askFactor(desk: Desk, user: string, now: Date): Promise<ReplyOf<typeof askFactorEndpoint>> {
  const db = desk.databases.provider
  const person = await findPerson(db, { id: user })
  if (!person) throw new Refusal('session_expired')
  const mfa_type = factorOf(person)
  const passkeys = await passkeysOf(db, user)
  if (mfa_type === null && passkeys.length === 0) throw new Refusal('mfa_not_enabled')
  const passkey = passkeys.length > 0 ? await optionsToSign(desk, passkeys) : null
  const token = await beginChallenge(db, 'fresh_factor', user, desk.settings.mfaCode_ms, now, {
    ...(mfa_type && { type: mfa_type }),
    ...(passkey && { webauthn: passkey.challenge }),
  })
  if (mfa_type === 'email' && !(await mailCode(desk, person, token, now, 'fresh_factor_code')))
    throw new Refusal('too_many_attempts', { retry_after: Math.ceil(desk.settings.limits.mfaMail.window_ms / 1000) })
  return { token, mfa_type, passkey: passkey && { ...passkey } }
}

const factorOf = (person: Person): MfaType | null =>
  person.mfa_type ?? (allowedTypes(person).includes('email') ? 'email' : null)

/** Checks the factor. From then on the session counts as fresh for five minutes (`needsFreshFactor`). */
export async function showFactor(
  desk: Desk,
  { user, session }: Inside,
  shown: ReadBody<typeof showFactorEndpoint>,
  caller: Caller,
  now: Date,
): Promise<void> {
  const db = desk.databases.provider
  const challenge = await openChallenge(db, 'fresh_factor', shown.token, now, { asTry: true })
  if (challenge.user_id !== user) throw invalidToken()
  const person = await passGate(desk, user, { trusted: true, signsOn: true }, caller, now)
  const attempt = await countFactorTry(desk, person, now)
  const right = await isRight(desk, person, challenge, shown, now)
  const isTaken = right !== undefined && (await db.transaction().execute((trx) => take(trx, session, right)))
  if (!isTaken)
    return refuseFactor(desk, person, attempt, caller, now, 'code' in shown ? 'invalid_code' : 'passkey_refused')
  await forget(db, 'mfa', user)

  async function take(trx: Trx, id: string, factor: Right): Promise<boolean> {
    if (factor.take && !(await factor.take(trx))) return false
    await closeChallenge(trx, shown.token, now)
    await trx.updateTable('session').set({ factor_at: now.toISOString() }).where('id', '=', id).execute()
    await recordSignIn(trx, { kind: 'factor_shown', method: factor.method, user: person, caller }, now)
    return true
  }
}

type Right = NonNullable<Awaited<ReturnType<typeof takeTotpCode>>>

async function isRight(
  desk: Desk,
  person: Person,
  challenge: Challenge,
  shown: ReadBody<typeof showFactorEndpoint>,
  now: Date,
): Promise<Right | undefined> {
  if ('code' in shown) {
    if (challenge.type === 'google') return takeTotpCode(desk, person, shown.code, now)
    return isMailedCode(challenge, shown.token, shown.code, now) ? { method: 'email' } : undefined
  }
  const passkey = await findPasskey(desk.databases.provider, shown.response)
  if (!passkey || passkey.user_id !== person.id || challenge.webauthn === null) return undefined
  const isGood = await verifyPasskey(desk, passkey, shown.response, challenge.webauthn, { alone: false }, now)
  return isGood ? { method: 'passkey' } : undefined
}
