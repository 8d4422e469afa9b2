import { timingSafeEqual } from 'node:crypto'
import type { ReadBody } from '@kontor/contract/endpoint'
import type { finishSignOnEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { passGate } from '../access/gate.ts'
import { hashOf } from '../access/secrets.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { countOrRefuse, forgive } from '../guessing/attempts.ts'
import { trustedDevice } from '../guessing/guesses.ts'
import { type Challenge, closeChallenge, invalidToken, openChallenge } from '../sign-in/challenges.ts'
import { afterFirstFactor, type Step } from '../sign-in/sign-in.ts'
import { NotSignedOn } from './not-signed-on.ts'
import { personMeant } from './person-meant.ts'
import { redeemCode, type Said } from './redeem-code.ts'
import { takeRolesOfGroups } from './roles-of-groups.ts'
import { policyInForce, type SignOnPolicy } from './sign-on-policy.ts'

type Input = ReadBody<typeof finishSignOnEndpoint>

/**
 * Takes what the browser brings back from the issuer, once. Whom the issuer means then passes the same gate and shows the
 * same second factor as after a password, unless the policy says that the issuer's factor counts.
 */
export async function finishSignOn(
  desk: Desk,
  input: Input,
  browser: string | undefined,
  caller: Caller,
  now: Date,
): Promise<{ step: Step; username: string }> {
  const db = desk.databases.provider
  await countOrRefuse(db, 'network', caller.network, desk.settings.limits.network, now)
  const challenge = await openChallenge(db, 'sign_on', input.state, now, { asTry: true })
  if (browser === undefined || !isOfBrowser(challenge, browser)) throw invalidToken()
  await db.transaction().execute((trx) => closeChallenge(trx, input.state, now))
  try {
    const signedOn = await goOn(desk, input, { browser, house: challenge.house ?? '' }, caller, now)
    await forgive(db, 'network', caller.network, 2)
    return signedOn
  } catch (error) {
    if (!(error instanceof NotSignedOn)) throw error
    await recordSignIn(db, { kind: 'refused', method: 'sign_on', user: error.user, caller }, now)
    throw new Refusal('sign_on_refused', { problem: error.problem })
  }
}

const isOfBrowser = ({ secret }: Challenge, browser: string) =>
  secret !== null && timingSafeEqual(hashOf(browser), secret)

async function goOn(
  desk: Desk,
  input: Input,
  { browser, house }: { browser: string; house: string },
  caller: Caller,
  now: Date,
): Promise<{ step: Step; username: string }> {
  // The address belongs to one issuer. A code that another one gave would be told to an issuer that it is not for.
  if (input.house !== house) throw new NotSignedOn('untrusted')
  const policy = await policyInForce(desk.databases.provider, { house })
  if (!policy || input.error !== undefined || input.code === undefined) throw new NotSignedOn('refused_there')
  const said = await redeemCode(desk, policy, { ...input, code: input.code }, browser)
  const { identity, person: meant } = await personMeant(desk, policy, said, caller, now)
  await passGate(desk, meant.id, { trusted: false, signsOn: true }, caller, now, 'sign_on_refused')
  if (policy.groups_claim !== null) await takeRolesOfGroups(desk, meant, policy, said, caller)
  // Roles decide which second factor is required.
  const person = await passGate(desk, meant.id, { trusted: false, signsOn: true }, caller, now, 'sign_on_refused')
  const { refresh_token, sid, issued_at } = said
  const proof = { identity, refresh_token, sid, issued_at }
  const device = await trustedDevice(desk, person, caller, now)
  const came = { method: 'sign_on', device, caller, proof, hasFactor: showsFactor(policy, said) } as const
  return { step: await afterFirstFactor(desk, person, came, now), username: person.email }
}

/** True when the issuer says that the person showed a factor that the policy counts. */
const showsFactor = ({ factor_values }: SignOnPolicy, { factors }: Said): boolean =>
  factor_values.some((value) => factors.includes(value))
