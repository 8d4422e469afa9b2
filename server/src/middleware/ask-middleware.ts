import {
  longestReply_bytes,
  type MiddlewareOutcome,
  type MiddlewareQuestion,
  type MiddlewareReply,
  middlewareReply,
} from '@kontor/contract/middleware/middleware.message'
import { type MiddlewareProblem, timeLimit_ms } from '@kontor/contract/middleware/middleware.rules'
import { guardedPost } from '../platform/outgoing/guarded-post.ts'
import { type Attempted, postSigned } from '../platform/outgoing/post-signed.ts'
import { livingMiddlewareSecrets } from './middleware-secret.ts'

/** The part of a middleware that a call to it needs. */
export interface Called {
  merchant_id: string
  id: string
  url: string
  time_limit_ms: number
  secret_version: number
  previous_until: string | null
}

/** What came of a call. Without a reply, `problem` says why it counts as silence. */
export type Heard = { request_body: string; response_code: number; response_body: string; duration_ms: number } & (
  | { reply: MiddlewareReply; problem: null }
  | { reply: null; problem: MiddlewareProblem }
)

/** Asks a middleware once. `id` is the same whenever the same is asked again. It never throws. */
export type AskMiddleware = (called: Called, id: string, question: MiddlewareQuestion) => Promise<Heard>

/** Tells a middleware an outcome once. Whatever it says besides the status is not listened to. It never throws. */
export type TellMiddleware = (called: Called, id: string, outcome: MiddlewareOutcome) => Promise<Attempted>

export interface MiddlewareCalls {
  ask: AskMiddleware
  tell: TellMiddleware
  close: () => Promise<void>
}

/** Calls to middleware: signed as webhooks are, to public addresses only, and never longer than each may take. */
export function middlewareCalls(settings: { masterKey: string; allowPrivate: boolean }): MiddlewareCalls {
  const { masterKey, allowPrivate } = settings
  const sender = guardedPost({ allowPrivate, timeout_ms: timeLimit_ms.most })
  const post = (called: Called, id: string, body: string, signal: AbortSignal) => {
    const at = new Date()
    return postSigned(
      sender,
      { id, url: called.url, body },
      { at, secrets: livingMiddlewareSecrets(masterKey, called, at) },
      signal,
    )
  }
  return {
    tell: (called, id, outcome) => post(called, id, JSON.stringify(outcome), AbortSignal.timeout(called.time_limit_ms)),
    async ask(called, id, question) {
      const request_body = JSON.stringify(question)
      const signal = AbortSignal.timeout(called.time_limit_ms)
      const posted = await post(called, id, request_body, signal)
      const { status: response_code, body: response_body, duration_ms } = posted
      const exchange = { request_body, response_code, response_body, duration_ms }
      // An answer that arrived in part is none, whatever the part says.
      const problem = signal.aborted ? 'timeout' : posted.problem
      return { ...exchange, ...(problem ? { reply: null, problem } : readReply(response_code, response_body)) }
    },
    close: () => sender.close(),
  }
}

type Read =
  | Pick<Extract<Heard, { reply: null }>, 'reply' | 'problem'>
  | Pick<Extract<Heard, { problem: null }>, 'reply' | 'problem'>

/** The answer to the letter of its description, or why it counts as silence. */
function readReply(status: number, body: string): Read {
  if (status !== 200) return { reply: null, problem: 'status' }
  if (Buffer.byteLength(body) > longestReply_bytes) return { reply: null, problem: 'too_long' }
  const read = middlewareReply.safeParse(parsed(body))
  return read.success ? { reply: read.data, problem: null } : { reply: null, problem: 'unreadable' }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
