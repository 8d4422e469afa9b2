import { v4 as uuidv4 } from 'uuid'
import type { Scope } from './scope.ts'

/** One order to the server. It may be sent several times; its idempotency key makes the server execute it once. */
export interface Attempt {
  readonly key: string
  /** The whole request, as text. */
  readonly content: string
}

interface Sent {
  params: Record<string, string>
  body: unknown
  scope: Scope
}

/** The last attempt when the content is the same, else a new one. */
export function attemptFor(last: Attempt | undefined, sent: Sent): Attempt {
  const content = JSON.stringify(sent)
  return last?.content === content ? last : { key: uuidv4(), content }
}

// The cast is safe: attemptFor wrote the content.
export const sentIn = ({ content }: Attempt): Sent => JSON.parse(content) as Sent
