import type { RefusalCode } from './generated/types.ts'

interface What {
  code: RefusalCode
  message: string
  cause?: unknown
  idempotencyKey?: string | undefined
}

/** Everything that this package throws, but for the reason of an AbortSignal. `code` is what a program switches on. */
export class KontorError extends Error {
  readonly code: RefusalCode
  /** The key of a write. The same call with this key continues it, and never carries it out a second time. */
  readonly idempotencyKey: string | undefined

  constructor({ code, message, cause, idempotencyKey }: What) {
    super(message, cause === undefined ? {} : { cause })
    this.name = new.target.name
    this.code = code
    this.idempotencyKey = idempotencyKey
  }
}

/** The call is wrong, and nothing was sent. `details` has a word for each path, such as `body.amount`. */
export class InvalidRequestError extends KontorError {
  readonly details: Readonly<Record<string, string>>

  constructor(details: Readonly<Record<string, string>>) {
    const faults = Object.entries(details).map(([path, word]) => `${path}: ${word}`)
    super({ code: 'invalid_request', message: `Nothing was sent: ${faults.join(', ')}` })
    this.details = details
  }
}

export interface Refused {
  status: number
  code: string
  details: Readonly<Record<string, unknown>>
  requestId: string | undefined
  retryAfterMs: number | undefined
  /** True: Kontor itself said so. False: something between Kontor and this program did. */
  isOfKontor: boolean
}

/** The call was refused, and nothing was changed. */
export class ApiError extends KontorError implements Refused {
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** The id of the request, by which the provider finds it. */
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
  readonly isOfKontor: boolean

  constructor(said: Refused, idempotencyKey: string | undefined) {
    const details = Object.keys(said.details).length > 0 ? ` ${JSON.stringify(said.details)}` : ''
    super({ code: said.code, message: `${said.status} ${said.code}${details}`, idempotencyKey })
    this.status = said.status
    this.details = said.details
    this.requestId = said.requestId
    this.retryAfterMs = said.retryAfterMs
    this.isOfKontor = said.isOfKontor
  }
}

/** There was no answer. Nothing was changed: the call only reads, or never left. */
export class ConnectionError extends KontorError {
  constructor(cause: unknown, idempotencyKey: string | undefined) {
    super({ code: 'no_answer', message: `No answer: ${wordsOf(cause)}`, cause, idempotencyKey })
  }
}

/**
 * It is unknown whether the write was carried out. The same call with `{ idempotencyKey }` of this error finds out: it gets the
 * answer of the first one, or carries it out for the first time. Without a key, look before you call again.
 */
export class OutcomeUnknownError extends KontorError {
  constructor(cause: unknown, idempotencyKey: string | undefined) {
    const message = `It is unknown whether this was carried out: ${wordsOf(cause)}`
    super({ code: 'outcome_unknown', message, cause, idempotencyKey })
  }
}

export type WebhookFault = 'header_missing' | 'too_old' | 'too_new' | 'no_signature_matches' | 'invalid_body'

/** The webhook is not from Kontor, was changed on its way, or was recorded and sent again. Answer 400. */
export class WebhookError extends KontorError {
  declare readonly code: WebhookFault

  constructor(code: WebhookFault) {
    super({ code, message: `The webhook is refused: ${code}` })
  }
}

function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const { cause: deeper } = cause
  return deeper instanceof Error && deeper.message ? `${cause.message} (${deeper.message})` : cause.message
}
