import {
  type BodyOf,
  type Endpoint,
  isOfView,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from '@kontor/contract/endpoint'
import { formatQueryString } from '@kontor/contract/lists/query-string'
import type { RefusalDetails } from '@kontor/contract/refusal'
import { askServer, currentConnection, noticeVersion } from '../connection.ts'
import { askForFactor } from './fresh-factor.ts'
import { currentScope, type Scope } from './scope.ts'
import { noteServerTime } from './server-time.ts'

/** The values of a query string. Empty and undefined ones are left out. */
export type ApiQuery = Readonly<Record<string, string | readonly string[] | undefined>>

/** The server refused, or could not be reached (`network`). The text is `errors.{code}`. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal'
  readonly code: string
  readonly details: RefusalDetails
  readonly status: number
  readonly requestId: string | undefined

  constructor(code: string, status: number, details: RefusalDetails = {}, requestId?: string) {
    super(code)
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
  }
}

/** True for a failure that may pass: no answer, or a 503. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiRefusal && (error.code === 'network' || error.status === 503)

/** The arguments of a call: parameters, query and body as in the contract, and the circumstances. */
export type Said<E extends Endpoint> = Asked<E> & Part<'body', BodyIn<E>> & Circumstances

/** The arguments that are part of the address. */
export type Asked<E extends Endpoint> = Part<'params', ParamsOf<E>> & Part<'query', QueryIn<E>>

/** An argument that is optional when none of its fields is required. */
type Part<Name extends string, T> = Nothing extends T
  ? { readonly [N in Name]?: T }
  : [T] extends [undefined]
    ? { readonly [N in Name]?: undefined }
    : { readonly [N in Name]: T }
type Nothing = Record<never, never>

/** An address holds text. The query of a list also accepts the entity's filters. An endpoint that names no query takes none. */
export type QueryIn<E extends Endpoint> = [QueryOf<E>] extends [undefined] ? undefined : QueryOf<E> & ApiQuery
type BodyIn<E extends Endpoint> = E extends { takes: { kind: 'file' } } ? Blob : BodyOf<E>
/** A file is returned as its response, so that the caller can read it in pieces. */
type AnswerOf<E extends Endpoint> = E extends { gives: 'file' } ? Response : ReplyOf<E>

interface Circumstances {
  /** The view that the answer belongs to; default: the present view. */
  readonly scope?: Scope
  readonly signal?: AbortSignal
  /** Requests with the same idempotency key are executed once. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The arguments are optional when the endpoint requires none. */
export type Saying<S> = Nothing extends S ? [said?: S] : [said: S]

/**
 * Calls an endpoint of our server. The answer is not checked against the contract, because the server is built from the
 * same contract.
 */
export function call<E extends Endpoint>(endpoint: E, ...said: Saying<Said<E>>): Promise<AnswerOf<E>>
export async function call(endpoint: Endpoint, said: Said<Endpoint> = {}): Promise<unknown> {
  const response = await answerTo(endpoint, said).catch(async (error: unknown) => {
    const needsFactor = error instanceof ApiRefusal && error.code === 'fresh_factor_needed'
    if (!needsFactor || !(await askForFactor())) throw error
    return answerTo(endpoint, said)
  })
  return endpoint.gives === 'file' ? response : contentOf(response)
}

/** Asks an address of our API that was asked before; whatever is answered is an answer. */
export const askAgain = (address: string): Promise<Response> => fetched(address, { timeout_ms: reading_ms })

/** The address of an endpoint, with its query. In merchant view it contains the merchant and the organisation. */
export function addressOf<E extends Endpoint>(
  endpoint: E,
  ...said: Saying<Asked<E> & Pick<Circumstances, 'scope'>>
): string
export function addressOf(
  endpoint: Endpoint,
  { params, query, scope = currentScope() }: Asked<Endpoint> & Pick<Circumstances, 'scope'> = {},
): string {
  const text = formatQueryString(isOfView(endpoint) ? { ...query, ...scope } : (query ?? {}))
  const path = pathOf(endpoint, params)
  return text ? `${path}?${text}` : path
}

async function answerTo(endpoint: Endpoint, said: Said<Endpoint>): Promise<Response> {
  const { signal } = said
  const response = await fetched(addressOf(endpoint, said), {
    ...{ method: endpoint.method, ...contentFor(said), timeout_ms: timeoutOf(endpoint) },
    ...(signal && { signal }),
  })
  // A gateway answers 502 and above when the server is away.
  if (response.status >= 502 || currentConnection() === 'away') void askServer()
  noteServerTime(response.headers)
  if (response.ok) return response
  const refusal = await refusalOf(response)
  if (isOfOtherVersion(refusal)) void noticeVersion()
  // A person who is signing in has no session that could end.
  if (refusal.status === 401 && endpoint.area !== 'auth') sessionEnded(refusal)
  throw refusal
}

/** A page from before an upgrade may ask in a way that is refused now, or for what is gone: then it looks for a newer version. */
const isOfOtherVersion = ({ status, code }: ApiRefusal): boolean =>
  (status === 400 && code === 'invalid_request') || status === 404

/** Sends a request. One without an answer is refused as `network`, unless the caller gave it up. */
async function fetched(
  address: string,
  { timeout_ms, signal, ...request }: RequestInit & { timeout_ms: number | undefined },
): Promise<Response> {
  const limit = timeout_ms === undefined ? undefined : AbortSignal.timeout(timeout_ms)
  const signals = [signal, limit].filter((each) => each !== undefined && each !== null)
  try {
    return await fetch(address, { credentials: 'same-origin', ...request, signal: AbortSignal.any(signals) })
  } catch (error) {
    if (signal?.aborted) throw error
    void askServer()
    throw new ApiRefusal('network', 0)
  }
}

const reading_ms = 30_000

/** Milliseconds until a call is given up. A downloaded file has no limit. */
function timeoutOf({ method, takes, gives }: Endpoint): number | undefined {
  if (gives) return undefined
  if (takes) return 120_000
  return method === 'GET' ? reading_ms : 60_000
}

/** A file is sent unchanged, with its own content type. */
function contentFor({ body, key, headers }: Said<Endpoint>): Pick<RequestInit, 'headers' | 'body'> {
  const isFile = body instanceof Blob
  const type = isFile ? body.type || 'application/octet-stream' : 'application/json'
  return {
    headers: {
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(key ? { 'idempotency-key': key } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
  }
}

async function contentOf(response: Response): Promise<unknown> {
  try {
    return response.status === 204 ? null : await response.json()
  } catch {
    throw new ApiRefusal('network', response.status)
  }
}

async function refusalOf(response: Response): Promise<ApiRefusal> {
  const problem: unknown = await response.json().catch(() => null)
  if (typeof problem === 'object' && problem !== null && 'code' in problem && typeof problem.code === 'string') {
    const details = 'details' in problem && typeof problem.details === 'object' ? problem.details : null
    const requestId = 'request_id' in problem && typeof problem.request_id === 'string' ? problem.request_id : undefined
    // The cast is safe: the schema of a problem (contract/refusal.ts) describes `details`.
    return new ApiRefusal(problem.code, response.status, (details ?? {}) as RefusalDetails, requestId)
  }
  return new ApiRefusal(response.status >= 502 ? 'unavailable' : 'internal_error', response.status)
}

let sessionEnded: (refusal: ApiRefusal) => void = () => {}

/** The application sets this once: the listener runs when a call finds that the session is over. */
export function onSessionEnded(listener: (refusal: ApiRefusal) => void): void {
  sessionEnded = listener
}
