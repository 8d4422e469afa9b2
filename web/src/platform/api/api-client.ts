import { formatQueryString } from '@kontor/contract/query-string'
import type { RefusalDetails } from '@kontor/contract/refusal'
import { currentScope, type Scope } from './scope.ts'
import { noteServerTime } from './server-time.ts'

/** Values of an address: an empty or undefined one is left out. */
export type ApiQuery = Readonly<Record<string, string | readonly string[] | undefined>>

/** The server said no, or could not be reached (`network`). Its text is `errors.{code}`. */
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

/** Worth another try in a moment: no answer, or one that says so. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiRefusal && (error.code === 'network' || error.status === 503)

interface CallOptions {
  /** The view that the answer belongs to; the present one when absent. */
  scope?: Scope
  signal?: AbortSignal
}

interface SendOptions extends CallOptions {
  idempotencyKey?: string
}

// The type parameter is taken at its word: the replies are those of our own server, which builds them from the same
// contract, and checking a thousand rows again would cost more than it could find.
export const api = {
  get: <T>(path: string, query: ApiQuery = {}, options: CallOptions = {}): Promise<T> =>
    call(addressOf(path, query, options.scope), { method: 'GET' }, options.signal, 30_000).then(bodyOf<T>),

  send: <T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, options: SendOptions = {}): Promise<T> =>
    call(
      addressOf(path, {}, options.scope),
      {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      options.signal,
      60_000,
    ).then(bodyOf<T>),

  /** A file as it is, under its own type. */
  upload: <T>(path: string, file: Blob, headers: Record<string, string>, options: CallOptions = {}): Promise<T> =>
    call(
      addressOf(path, {}, options.scope),
      { method: 'POST', headers: { 'content-type': file.type || 'application/octet-stream', ...headers }, body: file },
      options.signal,
      120_000,
    ).then(bodyOf<T>),

  /** The answer itself, for what is read piece by piece. It may take as long as it needs. */
  stream: (path: string, query: ApiQuery, signal: AbortSignal): Promise<Response> =>
    call(addressOf(path, query), { method: 'GET' }, signal),
}

/** The path with its query; in merchant view, with the merchant and the organisation. A person has no view. */
export function addressOf(path: string, query: ApiQuery, scope: Scope = currentScope()): string {
  const narrowed = /^\/v1\/(auth|profile)(\/|$)/.test(path) ? query : { ...query, ...scope }
  const text = formatQueryString(narrowed)
  return text ? `${path}?${text}` : path
}

async function call(address: string, init: RequestInit, signal?: AbortSignal, timeoutMs?: number): Promise<Response> {
  const signals = [signal, timeoutMs ? AbortSignal.timeout(timeoutMs) : undefined].filter((each) => each !== undefined)
  let response: Response
  try {
    response = await fetch(address, { credentials: 'same-origin', ...init, signal: AbortSignal.any(signals) })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiRefusal('network', 0)
  }
  noteServerTime(response.headers)
  if (response.ok) return response
  const refusal = await refusalOf(response)
  if (refusal.status === 401 && !address.startsWith('/v1/auth/')) sessionEnded(refusal)
  throw refusal
}

async function bodyOf<T>(response: Response): Promise<T> {
  try {
    // As said above: T is what the contract says of this path; 204 has no body, which is null.
    return (response.status === 204 ? null : await response.json()) as T
  } catch {
    throw new ApiRefusal('network', response.status)
  }
}

async function refusalOf(response: Response): Promise<ApiRefusal> {
  const problem: unknown = await response.json().catch(() => null)
  if (typeof problem === 'object' && problem !== null && 'code' in problem && typeof problem.code === 'string') {
    const details = 'details' in problem && typeof problem.details === 'object' ? problem.details : null
    const requestId = 'request_id' in problem && typeof problem.request_id === 'string' ? problem.request_id : undefined
    // The schema of a problem (contract/refusal.ts) says what is in `details`.
    return new ApiRefusal(problem.code, response.status, (details ?? {}) as RefusalDetails, requestId)
  }
  return new ApiRefusal(response.status >= 502 ? 'unavailable' : 'internal_error', response.status)
}

let sessionEnded: (refusal: ApiRefusal) => void = () => {}

/** The application says once what happens when a call finds that the session is over. */
export function onSessionEnded(listener: (refusal: ApiRefusal) => void): void {
  sessionEnded = listener
}
