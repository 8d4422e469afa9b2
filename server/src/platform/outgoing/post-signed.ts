import { Webhook } from 'standardwebhooks'
import { AddressRefused, type Sender } from './guarded-post.ts'
import { retryAfter } from './retry-after.ts'

/** Why there was no answer. */
export type Problem =
  | 'address_refused'
  | 'unknown_host'
  | 'connection_refused'
  | 'certificate'
  | 'no_answer'
  | 'timeout'

/** The result of one attempt. */
export interface Attempted {
  /** HTTP status; 0: there was no answer. */
  status: number
  body: string
  duration_ms: number
  problem: Problem | null
  error: string | null
  retryAfter_ms?: number | undefined
}

interface Message {
  id: string
  url: string
  body: string
}

interface Signing {
  at: Date
  /** Each signs. While one secret replaces another, a receiver with either one can verify the message. */
  secrets: readonly string[]
  /** Signatures besides those by the secrets. */
  others?: readonly string[]
}

/** Posts a signed body as Standard Webhooks have it. It never throws. */
export async function postSigned(
  sender: Sender,
  { id, url, body }: Message,
  { at, secrets, others = [] }: Signing,
  signal?: AbortSignal,
): Promise<Attempted> {
  const bySecret = secrets.map((secret) => new Webhook(secret).sign(id, at, body))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kontor',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': [...bySecret, ...others].join(' '),
  }
  const begun = performance.now()
  const duration = () => ({ duration_ms: Math.round(performance.now() - begun) })
  return sender.post(url, headers, body, signal).then(
    (reply) => ({
      ...{ status: reply.status, body: reply.body, problem: null, error: null },
      ...{ retryAfter_ms: retryAfter(reply.retryAfter, new Date()), ...duration() },
    }),
    (error) => ({ status: 0, body: '', ...problemOf(error), ...duration() }),
  )
}

/** Why a call brought no answer. */
export function problemOf(error: unknown): Pick<Attempted, 'problem' | 'error'> {
  const causes = [error, error instanceof Error ? error.cause : undefined]
  const text = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  if (causes.some((each) => each instanceof AddressRefused)) return { problem: 'address_refused', error: text }
  const isTimeout = causes.some((each) => each instanceof Error && /timeout/i.test(`${each.name} ${each.message}`))
  if (isTimeout) return { problem: 'timeout', error: text }
  return { problem: causes.map(problemOfCode).find((each) => each !== undefined) ?? 'no_answer', error: text }
}

/** What the shop can repair, by the code of Node.js or OpenSSL. */
function problemOfCode(error: unknown): Problem | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  if (['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) return 'connection_refused'
  return /CERT|ERR_TLS|ERR_SSL|UNABLE_TO_VERIFY/.test(code) ? 'certificate' : undefined
}
