import type { IssuerProblem } from '@kontor/contract/identity/sign-on/sign-on.rules'
import * as oidc from 'openid-client'
import type { Desk } from '../access/desk.ts'
import { clientOf, nonceOf, returnUrl, verifierOf } from './begin-sign-on.ts'
import { IssuerUnusable, problemWith } from './issuers.ts'
import { inTurnAt } from './issuers-in-turn.ts'
import { NotSignedOn } from './not-signed-on.ts'
import type { SignOnPolicy } from './sign-on-policy.ts'

/** What an issuer says about a person, of what we listen to. */
export interface Said {
  subject: string
  /** Undefined: the issuer names none. */
  email: string | undefined
  /** True only for the JSON value true: a text is no proof. */
  email_verified: boolean
  /** Values of `amr`, and that of `acr`. */
  factors: string[]
  groups: string[]
  refresh_token: string | null
  /** The name of the session at the issuer, by which the issuer may end it. */
  sid: string | null
  issued_at: string
}

interface Brought {
  state: string
  code: string
  iss?: string | undefined
}

/** Exchanges the code at the issuer of the policy alone. The library checks signature, issuer, audience, nonce and times. */
export async function redeemCode(desk: Desk, policy: SignOnPolicy, brought: Brought, browser: string): Promise<Said> {
  try {
    const client = await clientOf(desk, policy)
    return await inTurnAt(policy.issuer, () => redeem(desk, client, policy, brought, browser))
  } catch (error) {
    if (error instanceof IssuerUnusable) throw new NotSignedOn('unreachable', undefined, { cause: error })
    if (isOfIssuer(error))
      throw new NotSignedOn(passing.has(problemWith(error)) ? 'unreachable' : 'untrusted', undefined, { cause: error })
    throw error
  }
}

async function redeem(
  desk: Desk,
  client: oidc.Configuration,
  { house, groups_claim }: SignOnPolicy,
  { state, code, iss }: Brought,
  browser: string,
): Promise<Said> {
  const came = new URL(returnUrl(desk, house))
  for (const [name, value] of Object.entries({ state, code, iss }))
    if (value !== undefined) came.searchParams.set(name, value)
  const tokens = await oidc.authorizationCodeGrant(client, came, {
    pkceCodeVerifier: verifierOf(browser, state),
    expectedNonce: nonceOf(browser, state),
    expectedState: state,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  if (!token || !isKeepable(token.sub) || token.iat * 1_000 > Date.now() + tolerance_ms)
    throw new NotSignedOn('untrusted')
  const lacksSome = token['email'] === undefined || (groups_claim !== null && token[groups_claim] === undefined)
  const more: Record<string, unknown> =
    lacksSome && client.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(client, tokens.access_token, token.sub)
      : {}
  // What is signed wins. An address counts together with what is said about it.
  const { email, email_verified } = token['email'] === undefined ? more : token
  return {
    subject: token.sub,
    email: typeof email === 'string' ? email : undefined,
    email_verified: email_verified === true,
    factors: [...textsIn(token['amr']), ...textsIn(token['acr'])],
    groups: groups_claim === null ? [] : textsIn(token[groups_claim] ?? more[groups_claim]),
    refresh_token: tokens.refresh_token ?? null,
    sid: sessionNamed(token['sid']),
    issued_at: new Date(token.iat * 1_000).toISOString(),
  }
}

/** A clock may go before ours by so much, as for the other times of a token. */
const tolerance_ms = 30_000

/** The standard permits 255 characters of ASCII. */
const isKeepable = (subject: string): boolean => /^[\x20-\x7e]{1,255}$/.test(subject)

/** A longer name could not be kept; its session then ends by the person that the issuer names. */
const sessionNamed = (sid: unknown): string | null =>
  typeof sid === 'string' && sid !== '' && sid.length <= 255 ? sid : null

/** A text, or the texts of a list. */
const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')

/** Errors of the library and of the network, which fetch throws as a TypeError with a cause. A mistake of ours is thrown on. */
const isOfIssuer = (error: unknown): boolean =>
  error instanceof oidc.ClientError ||
  error instanceof oidc.ResponseBodyError ||
  error instanceof oidc.AuthorizationResponseError ||
  error instanceof oidc.WWWAuthenticateChallengeError ||
  (error instanceof TypeError && error.cause !== undefined)

/** Problems that may pass by themselves. What the issuer did say, and we cannot believe, does not. */
const passing: ReadonlySet<IssuerProblem> = new Set([
  ...(['timeout', 'unknown_host', 'no_answer', 'certificate'] as const),
  ...(['address_refused', 'too_large', 'not_found'] as const),
])
