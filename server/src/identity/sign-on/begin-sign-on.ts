import { createHmac } from 'node:crypto'
import { signOnLogoutPath, signOnReturnPath } from '@kontor/contract/identity/sign-on/sign-on.rules'
import { Refusal } from '@kontor/contract/refusal'
import * as oidc from 'openid-client'
import { openCredential } from '../../platform/secrets/sealed.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { hashOf, newSecret } from '../access/secrets.ts'
import { countOrRefuse } from '../guessing/attempts.ts'
import { beginChallenge } from '../sign-in/challenges.ts'
import { IssuerUnusable } from './issuers.ts'
import { inTurnAt } from './issuers-in-turn.ts'
import { policyInForce, type SignOnPolicy } from './sign-on-policy.ts'

export const patience_ms = 10 * 60_000

/** How people of a mail domain sign in: whether it has accounts here does not matter for the answer. */
export async function signInWays(desk: Desk, username: string, caller: Caller, now: Date) {
  const db = desk.databases.provider
  await countOrRefuse(db, 'ways', caller.network, desk.settings.limits.ways, now)
  const policy = await policyInForce(db, { email: username })
  return { sign_on: policy !== undefined, password: policy?.password_allowed ?? true }
}

/**
 * The address of the issuer's page. State, nonce and verifier belong to this browser: they are worth nothing without the
 * secret in its cookie, and the table does not tell them.
 */
export async function beginSignOn(
  desk: Desk,
  username: string,
  kept: string | undefined,
  caller: Caller,
  now: Date,
): Promise<{ url: string; browser: string }> {
  const db = desk.databases.provider
  await countOrRefuse(db, 'network', caller.network, desk.settings.limits.network, now)
  const policy = await policyInForce(db, { email: username })
  if (!policy) throw new Refusal('sign_on_not_offered', { 'body.username': 'not_found' })
  const client = await clientOf(desk, policy).catch((error: unknown) => {
    if (error instanceof IssuerUnusable) throw new Refusal('sign_on_refused', { problem: 'unreachable' })
    throw error
  })
  // Two tabs of one browser may sign in at once.
  const browser = kept !== undefined && /^[\w-]{43}$/.test(kept) ? kept : newSecret()
  const state = await beginChallenge(db, 'sign_on', null, patience_ms, now, {
    house: policy.house,
    secret: hashOf(browser),
  })
  const { scopes_supported: scopes } = client.serverMetadata()
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: returnUrl(desk, policy.house),
    scope: ['openid', 'email', 'profile', ...(scopes?.includes('offline_access') ? ['offline_access'] : [])].join(' '),
    state,
    nonce: nonceOf(browser, state),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifierOf(browser, state)),
    code_challenge_method: 'S256',
    login_hint: username,
  })
  return { url: url.href, browser }
}

export const returnUrl = ({ publicUrl }: Pick<Desk, 'publicUrl'>, house: string): string =>
  new URL(signOnReturnPath(house), publicUrl).href

export const logoutUrl = ({ publicUrl }: Pick<Desk, 'publicUrl'>, house: string): string =>
  new URL(signOnLogoutPath(house), publicUrl).href

export const nonceOf = (browser: string, state: string): string => derived(browser, `nonce ${state}`)
export const verifierOf = (browser: string, state: string): string => derived(browser, `verifier ${state}`)

const derived = (browser: string, use: string): string => createHmac('sha256', browser).update(use).digest('base64url')

/** Throws IssuerUnusable. */
export function clientOf({ issuers, masterKey }: Pick<Desk, 'issuers' | 'masterKey'>, policy: SignOnPolicy) {
  const place = { merchant: policy.house, record: 'sign_on' }
  const { client_secret = '' } = openCredential(masterKey, place, policy.client_secret)
  return inTurnAt(policy.issuer, () => issuers.client(policy, client_secret))
}
