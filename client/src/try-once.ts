import type { Refused } from './errors.ts'
import { retryAfterOf } from './pause.ts'

export interface Request {
  method: string
  path: string
  body: string | undefined
  apiKey: string
  idempotencyKey: string | undefined
}

interface Line {
  url: string
  fetch: typeof globalThis.fetch
}

/**
 * What one try came to. `lost`: no answer. `unreadable`: an answer that is none of Kontor's. `neverLeft`: nobody was there to
 * take the request.
 */
export type Outcome =
  | { answer: unknown }
  | { refused: Refused }
  | { lost: unknown; neverLeft: boolean }
  | { unreadable: Error }

export async function tryOnce(
  { url, fetch }: Line,
  { method, path, body, apiKey, idempotencyKey }: Request,
  timeout_ms: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const ended = AbortSignal.timeout(Math.max(Math.ceil(timeout_ms), 1))
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body }),
      // A redirect would turn a POST into a GET, or give the payment to somebody else.
      redirect: 'manual',
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, ended]) : ended,
    })
    return read(response, await response.text())
  } catch (error) {
    return { lost: error, neverLeft: neverLeft(error) }
  }
}

function read(response: Response, text: string): Outcome {
  const json = jsonOf(text)
  if (response.ok) {
    if (response.status === 204) return { answer: undefined }
    return json ? { answer: json.value } : { unreadable: new Error(`${response.status} without JSON`) }
  }
  const problem = json?.value as { code?: unknown; details?: unknown; request_id?: unknown } | null | undefined
  const code = typeof problem?.code === 'string' ? problem.code : undefined
  return {
    refused: {
      status: response.status,
      code: code ?? (response.status < 400 ? 'redirected' : `http_${response.status}`),
      details: typeof problem?.details === 'object' && problem.details ? { ...problem.details } : {},
      requestId: typeof problem?.request_id === 'string' ? problem.request_id : undefined,
      retryAfterMs: retryAfterOf(response.headers.get('retry-after')),
      isOfKontor: code !== undefined,
    },
  }
}

function jsonOf(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const beforeSending = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

/** True when no connection came about, as Node.js says it in the cause. Other runtimes say nothing. */
function neverLeft(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause && beforeSending.includes(String(cause.code))
}
