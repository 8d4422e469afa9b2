import type { IssuerProblem } from '@kontor/contract/identity/sign-on/sign-on.rules'
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import * as oidc from 'openid-client'
import { AnswerTooLong, guardedFetch } from '../../platform/outgoing/guarded-fetch.ts'
import { problemOf } from '../../platform/outgoing/post-signed.ts'
import type { SignOnPolicy } from './sign-on-policy.ts'

/** The issuer cannot be used, and why. */
export class IssuerUnusable extends Error {
  override name = 'IssuerUnusable'
  readonly problem: IssuerProblem
  constructor(problem: IssuerProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

export interface Issuers {
  /** What an issuer says about itself, asked anew. Throws IssuerUnusable. */
  ask(issuer: string): Promise<oidc.ServerMetadata>
  /** A client of the policy's issuer. Throws IssuerUnusable. */
  client(policy: Pick<SignOnPolicy, 'issuer' | 'client_id'>, secret: string): Promise<oidc.Configuration>
  /**
   * The public keys of an issuer, which are kept and asked for anew when a key is unknown. It and what it gives throw
   * IssuerUnusable.
   */
  keys(issuer: string): Promise<JWTVerifyGetKey>
  close(): Promise<void>
}

/** An issuer that could not be used is not asked again for `failed_ms`, except by whoever tries its address. */
export const issuerDefaults = { allowPrivate: false, timeout_ms: 5_000, failed_ms: 30_000 }

const most_bytes = 262_144
const fresh_ms = 10 * 60_000
const mostKnown = 1_000

/** Speaks to issuers. `allowPrivate` is for demos and tests on one machine, and allows http as well. */
export function issuers({ allowPrivate, timeout_ms, failed_ms }: typeof issuerDefaults): Issuers {
  const http = guardedFetch({ allowPrivate, timeout_ms, most_bytes })
  const known = new Map<string, { metadata: oidc.ServerMetadata; until: number }>()
  const failed = failures(failed_ms)
  const failedKeys = failures(failed_ms)
  const underWay = new Map<string, Promise<oidc.ServerMetadata>>()
  const keySets = new Map<string, JWTVerifyGetKey>()

  const ask = async (issuer: string) => {
    if (!allowPrivate && !issuer.startsWith('https:')) throw new IssuerUnusable('must_be_https')
    const found = await oidc
      .discovery(new URL(issuer), 'kontor', undefined, oidc.None(), {
        [oidc.customFetch]: http.fetch,
        ...(allowPrivate ? { execute: [oidc.allowInsecureRequests] } : {}),
      })
      .catch((error: unknown) => {
        throw new IssuerUnusable(problemWith(error), { cause: error })
      })
    const metadata = found.serverMetadata()
    const lack = lackOf(metadata, allowPrivate)
    if (lack) throw new IssuerUnusable(lack)
    if (known.size >= mostKnown) known.clear()
    known.set(issuer, { metadata, until: performance.now() + fresh_ms })
    failed.forget(issuer)
    return metadata
  }

  const askUnlessFailed = async (issuer: string) => {
    failed.throwRecent(issuer)
    return ask(issuer).catch((error: unknown) => {
      throw error instanceof IssuerUnusable ? failed.note(issuer, error) : error
    })
  }

  const keysAt = (address: string): JWTVerifyGetKey => {
    const kept = createRemoteJWKSet(new URL(address), {
      [customFetch]: async (url, options) => {
        failedKeys.throwRecent(address)
        return http.fetch(url, options)
      },
    })
    return (header, token) =>
      kept(header, token).catch((error: unknown) => {
        if (error instanceof IssuerUnusable || isOfToken(error)) throw error
        throw failedKeys.note(address, new IssuerUnusable(problemWith(error), { cause: error }))
      })
  }

  /** Of those who want to know at once, one asks. */
  const about = async (issuer: string) => {
    const kept = known.get(issuer)
    if (kept && kept.until > performance.now()) return kept.metadata
    const asking = underWay.get(issuer) ?? askUnlessFailed(issuer).finally(() => underWay.delete(issuer))
    underWay.set(issuer, asking)
    return asking
  }

  return {
    ask,
    async keys(issuer) {
      // `lackOf` refuses an issuer without keys.
      const { jwks_uri = '' } = await about(issuer)
      const present = keySets.get(jwks_uri)
      if (present) return present
      if (keySets.size >= mostKnown) keySets.clear()
      const keys = keysAt(jwks_uri)
      keySets.set(jwks_uri, keys)
      return keys
    },
    async client({ issuer, client_id }, secret) {
      const metadata = await about(issuer)
      const config = new oidc.Configuration(metadata, client_id, {}, authenticationAt(metadata)(secret))
      config[oidc.customFetch] = http.fetch
      // TLS alone would do by the standard. A signature also holds where somebody ends TLS on the way.
      oidc.enableNonRepudiationChecks(config)
      if (allowPrivate) oidc.allowInsecureRequests(config)
      return config
    },
    close: http.close,
  }
}

/** Addresses that could not be used a moment ago. */
function failures(failed_ms: number) {
  const failed = new Map<string, { problem: IssuerProblem; until: number }>()
  return {
    throwRecent(address: string): void {
      const former = failed.get(address)
      if (former && former.until > performance.now()) throw new IssuerUnusable(former.problem)
    },
    note(address: string, error: IssuerUnusable): IssuerUnusable {
      if (failed.size >= mostKnown) failed.clear()
      failed.set(address, { problem: error.problem, until: performance.now() + failed_ms })
      return error
    },
    forget: (address: string) => failed.delete(address),
  }
}

/** The issuer told its keys, and none of them is the one that the token names. */
const isOfToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported

/** Basic is what every issuer has unless it says otherwise. */
function authenticationAt({ token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata) {
  const isPostOnly = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
  return isPostOnly ? oidc.ClientSecretPost : oidc.ClientSecretBasic
}

/** What an issuer lacks that we rely on. Where it says nothing, the standard's default holds. */
function lackOf(metadata: oidc.ServerMetadata, allowsHttp: boolean): IssuerProblem | undefined {
  const { authorization_endpoint, token_endpoint, jwks_uri, response_types_supported } = metadata
  if (!authorization_endpoint || !token_endpoint || !jwks_uri) return 'not_understood'
  const endpoints = [authorization_endpoint, token_endpoint, jwks_uri]
  if (!endpoints.every((each) => URL.canParse(each))) return 'not_understood'
  const protocols = endpoints.map((each) => new URL(each).protocol)
  if (!protocols.every((each) => each === 'https:' || each === 'http:')) return 'not_understood'
  if (!allowsHttp && protocols.includes('http:')) return 'must_be_https'
  if (response_types_supported && !response_types_supported.includes('code')) return 'no_code_flow'
  const { code_challenge_methods_supported: methods } = metadata
  return methods && !methods.includes('S256') ? 'no_pkce' : undefined
}

/** Why a call to an issuer failed before it answered anything of use. */
export function problemWith(error: unknown): IssuerProblem {
  const causes = causesOf(error)
  if (causes.some((each) => each instanceof AnswerTooLong)) return 'too_large'
  for (const each of causes) {
    const { problem } = problemOf(each)
    if (problem && problem !== 'no_answer') return problem === 'connection_refused' ? 'no_answer' : problem
  }
  const codes = causes.map((each) => (each instanceof Error && 'code' in each ? String(each.code) : ''))
  if (codes.includes('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')) return 'other_issuer'
  if (codes.includes('OAUTH_HTTP_REQUEST_FORBIDDEN')) return 'must_be_https'
  if (codes.includes('OAUTH_RESPONSE_IS_NOT_CONFORM')) return 'not_found'
  return codes.some((code) => code.startsWith('OAUTH_')) ? 'not_understood' : 'no_answer'
}

function causesOf(error: unknown): unknown[] {
  const found: unknown[] = []
  for (let each = error; each !== undefined && found.length < 6; each = each instanceof Error ? each.cause : undefined)
    found.push(each)
  return found
}
