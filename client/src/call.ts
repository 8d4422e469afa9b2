import type { CallOptions } from './call-options.ts'
import { ApiError, ConnectionError, InvalidRequestError, OutcomeUnknownError } from './errors.ts'
import { pauseBefore, sleep } from './pause.ts'
import { type Outcome, type Request, tryOnce } from './try-once.ts'

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly takes?: 'body' | 'query'
  /** Names of the integer fields of the body. */
  readonly integers?: readonly string[]
  /** The order in which a list is read page by page. */
  readonly pages?: string
  /** The server keeps no answer of it, so a key does not keep it from being carried out twice. */
  readonly keepsNoAnswer?: true
}

export interface Settings {
  readonly key: string
  readonly url: string
  readonly timeoutMs: number
  readonly tryTimeoutMs: number
  readonly pauseMs: number
  readonly fetch: typeof globalThis.fetch
}

interface Sent {
  path: string
  body: string | undefined
}

/** One call: as many tries as are safe and fit into its time, all of them with one key and the same bytes. */
export async function call(
  settings: Settings,
  operation: Operation,
  sent: Sent,
  options: CallOptions,
): Promise<unknown> {
  const isWrite = operation.method !== 'GET'
  const idempotencyKey = isWrite && !operation.keepsNoAnswer ? keyOf(options) : undefined
  const request: Request = { ...sent, method: operation.method, apiKey: settings.key, idempotencyKey }
  const end = performance.now() + (options.timeoutMs ?? settings.timeoutMs)
  let mayBeDone = false
  for (let number = 1; ; number++) {
    const left = end - performance.now()
    if (!mayBeDone) options.signal?.throwIfAborted()
    const limit = Math.min(options.tryTimeoutMs ?? settings.tryTimeoutMs, left)
    const outcome = await tryOnce(settings, request, limit, options.signal)
    if ('answer' in outcome) return outcome.answer
    mayBeDone ||= isWrite && mayHaveBeenDone(outcome)
    const pause = pauseBefore(number, settings.pauseMs, retryAfterOf(outcome))
    const goesOn = isWorthATry(outcome, isWrite && idempotencyKey === undefined) && performance.now() + pause < end
    if (!goesOn || options.signal?.aborted || !(await sleep(pause, options.signal)))
      throw errorOf(outcome, { mayBeDone, idempotencyKey, signal: options.signal })
  }
}

function keyOf({ idempotencyKey }: CallOptions): string {
  if (idempotencyKey === undefined) return crypto.randomUUID()
  if (typeof idempotencyKey === 'string' && /^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) return idempotencyKey
  throw new InvalidRequestError({ idempotencyKey: 'invalid_value' })
}

/** True when another try can succeed, and can do no harm. */
function isWorthATry(outcome: Outcome, isUnprotected: boolean): boolean {
  if ('refused' in outcome) {
    const { status, code } = outcome.refused
    if (status === 429) return true
    if (isUnprotected) return false
    return [502, 503, 504].includes(status) || (status === 409 && code === 'idempotency_key_in_use')
  }
  return 'lost' in outcome && (!isUnprotected || outcome.neverLeft)
}

/** True when the try may have changed something, or another one with its key is at it. */
function mayHaveBeenDone(outcome: Outcome): boolean {
  if ('lost' in outcome) return !outcome.neverLeft
  if ('unreadable' in outcome) return true
  if (!('refused' in outcome)) return false
  const { status, code, details } = outcome.refused
  return status >= 500 || code === 'idempotency_key_in_use' || hasLostAnswer(code, details)
}

/** True: a call with this key and body was carried out, and Kontor has its answer no more. */
const hasLostAnswer = (code: string, details: Readonly<Record<string, unknown>>): boolean =>
  code === 'idempotency_key_reused' && details['answer'] === 'not_kept'

const retryAfterOf = (outcome: Outcome) => ('refused' in outcome ? outcome.refused.retryAfterMs : undefined)

function causeOf(outcome: Outcome): unknown {
  if ('lost' in outcome) return outcome.lost
  return 'unreadable' in outcome ? outcome.unreadable : undefined
}

interface Ending {
  /** This try or an earlier one may have changed something. */
  mayBeDone: boolean
  idempotencyKey: string | undefined
  signal: AbortSignal | undefined
}

function errorOf(outcome: Exclude<Outcome, { answer: unknown }>, { mayBeDone, idempotencyKey, signal }: Ending) {
  const refusal = 'refused' in outcome ? new ApiError(outcome.refused, idempotencyKey) : undefined
  if (signal?.aborted) return mayBeDone ? new OutcomeUnknownError(signal.reason, idempotencyKey) : signal.reason
  if (!refusal) {
    const cause = causeOf(outcome)
    return mayBeDone ? new OutcomeUnknownError(cause, idempotencyKey) : new ConnectionError(cause, idempotencyKey)
  }
  return mayBeDone && !isCertain(refusal) ? new OutcomeUnknownError(refusal, idempotencyKey) : refusal
}

/**
 * True for a refusal that says something about earlier tries too: the server looked for their answer by the key, and there
 * was none. It does not look for a caller whom it does not let in (401, 403), or who does not see the place (404).
 */
const isCertain = ({ isOfKontor, status, code, details }: ApiError) =>
  isOfKontor && [400, 409, 422].includes(status) && code !== 'idempotency_key_in_use' && !hasLostAnswer(code, details)
