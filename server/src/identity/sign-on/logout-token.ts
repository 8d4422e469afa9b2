import { Refusal } from '@kontor/contract/refusal'
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import type { Desk } from '../access/desk.ts'
import type { SignOnPolicy } from './sign-on-policy.ts'

/** What an issuer says when somebody signed out there. */
export interface IssuerLogout {
  jti: string
  /** The person; null: `sid` alone says who. */
  subject: string | null
  /** The session at the issuer; null: all sessions of the person. */
  sid: string | null
  issued_at: string
}

const event = 'http://schemas.openid.net/event/backchannel-logout'
/** No key that both sides know, and never unsigned. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

export const invalidLogout = () => new Refusal('invalid_request', { 'body.logout_token': 'invalid_value' })

/**
 * Checks a token as OpenID Connect Back-Channel Logout 1.0, section 2.6, says. Throws IssuerUnusable where the issuer does not
 * tell its keys: that proves nothing for or against the token.
 */
export async function readLogoutToken(
  { issuers }: Pick<Desk, 'issuers'>,
  { issuer, client_id }: SignOnPolicy,
  token: string,
  now: Date,
): Promise<IssuerLogout> {
  try {
    const { payload } = await jwtVerify(token, await issuers.keys(issuer), {
      ...{ issuer: spellings(issuer), audience: client_id, algorithms, currentDate: now },
      ...{ requiredClaims: ['jti', 'events'], maxTokenAge: '10 minutes', clockTolerance: 60 },
    })
    return whatItSays(payload)
  } catch (error) {
    throw error instanceof errors.JOSEError ? invalidLogout() : error
  }
}

/** True for a token that names the issuer of the policy and our client there, whoever wrote it. */
export function namesUs({ issuer, client_id }: Pick<SignOnPolicy, 'issuer' | 'client_id'>, token: string): boolean {
  try {
    const { iss, aud } = decodeJwt(token)
    return iss !== undefined && spellings(issuer).includes(iss) && [aud].flat().includes(client_id)
  } catch {
    return false
  }
}

/** An address without a path is the same with a slash. */
const spellings = (issuer: string) => (issuer.endsWith('/') ? [issuer, issuer.slice(0, -1)] : [issuer, `${issuer}/`])

function whatItSays({ jti, sub, sid, iat, events, nonce }: JWTPayload): IssuerLogout {
  // A nonce would make it the token of a sign-in.
  if (nonce !== undefined || !isObject(events) || !isObject(events[event])) throw invalidLogout()
  const [subject, session] = [named(sub), named(sid)]
  if (named(jti) === null || iat === undefined || (subject === null && session === null)) throw invalidLogout()
  return { jti: String(jti), subject, sid: session, issued_at: new Date(iat * 1_000).toISOString() }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A name that can be one of ours; null for none. What is no name is refused. */
function named(value: unknown): string | null {
  if (value === undefined) return null
  if (typeof value !== 'string' || value === '' || value.length > 255) throw invalidLogout()
  return value
}
