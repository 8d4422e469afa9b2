import { fetch as send } from 'undici'
import { type Guard, guardedAgent, refuseAddress } from './guarded-post.ts'

/** The answer is longer than what is taken. */
export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'
}

export type GuardedFetch = (url: string, init?: FetchInit) => Promise<Response>

interface FetchInit {
  method?: string | undefined
  headers?: Record<string, string> | Headers | undefined
  body?: unknown
}

/**
 * Fetches from an address that somebody chose, under the guard of webhooks: no private address, no redirect, a deadline for
 * the whole answer and a most of its bytes. Throws AddressRefused, AnswerTooLong, or what `fetch` throws.
 */
export function guardedFetch(guard: Guard & { most_bytes: number }): { fetch: GuardedFetch; close(): Promise<void> } {
  const { agent } = guardedAgent(guard)
  return {
    async fetch(url, { method = 'GET', headers = {}, body } = {}) {
      refuseAddress(url, guard)
      const reply = await send(url, {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        // Bodies of OpenID Connect are forms.
        body: body === undefined || body === null ? null : String(body),
        redirect: 'manual',
        dispatcher: agent,
        signal: AbortSignal.timeout(guard.timeout_ms),
      })
      const content = await readAtMost(reply.body ?? [], guard.most_bytes)
      // A Response takes no other status, and one that HTTP does not know is no answer of use.
      const status = reply.status >= 200 && reply.status <= 599 ? reply.status : 502
      const hasBody = ![204, 205, 304].includes(status)
      return new Response(hasBody ? content : null, {
        status,
        headers: Object.fromEntries(reply.headers),
      })
    },
    close: () => agent.destroy(),
  }
}

async function readAtMost(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, most: number): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > most) throw new AnswerTooLong(`more than ${most} bytes`)
    chunks.push(chunk)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all.buffer
}
