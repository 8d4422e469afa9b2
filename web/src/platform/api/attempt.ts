import { v4 as uuidv4 } from 'uuid'
import type { Scope } from './scope.ts'

/** One order to the server, however often it is sent: under its key it is carried out once. */
export interface Attempt {
  readonly key: string
  /** All that was sent, as text. */
  readonly content: string
}

interface Sent {
  params: Record<string, string>
  body: unknown
  scope: Scope
}

/** The same as the last one, where it says the same. */
export function attemptFor(last: Attempt | undefined, sent: Sent): Attempt {
  const content = JSON.stringify(sent)
  return last?.content === content ? last : { key: uuidv4(), content }
}

// Written above.
export const sentIn = ({ content }: Attempt): Sent => JSON.parse(content) as Sent
