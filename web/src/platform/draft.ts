import type { Attempt } from './api/attempt.ts'

const before = 'kontor.draft.'
/** A day. The server keeps its answers under a key for a week, but nobody remembers for so long what was sent. */
const keptFor_ms = 86_400_000

export interface Draft<T> {
  /** The values that were typed when the session ended. */
  read: () => Partial<T> | undefined
  /** What they were typed over, and the version of that: somebody else may have saved another one since. */
  over: () => Readonly<Record<string, unknown>>
  /** The request that was sent and not answered, for example because the page was left. */
  sent: () => Attempt | undefined
  /** Without `over`, that of before stays. */
  write: (typed: Partial<T>, sent?: Attempt, over?: Readonly<Record<string, unknown>>) => void
  clear: () => void
}

interface Kept<T> {
  typed: Partial<T>
  over?: Readonly<Record<string, unknown>>
  sent?: Attempt & { at: number }
}

/**
 * Values that somebody typed and that are not answered yet. They stay in this tab and survive the end of the session.
 */
export function draftOf<T extends object>(user: string, form: string): Draft<T> {
  const key = `${before}${user}.${form}`
  const kept = (): Kept<T> | undefined => {
    try {
      const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
      // The cast is safe: only this form writes the draft, and all its fields are optional here.
      return typeof found === 'object' && found !== null && 'typed' in found ? (found as Kept<T>) : undefined
    } catch {
      return undefined
    }
  }
  return {
    read: () => kept()?.typed,
    over: () => kept()?.over ?? {},
    sent: () => {
      const sent = kept()?.sent
      return sent && sent.at > Date.now() - keptFor_ms ? { key: sent.key, content: sent.content } : undefined
    },
    write: (typed, sent, over = kept()?.over) =>
      sessionStorage.setItem(
        key,
        JSON.stringify({ typed, over, ...(sent ? { sent: { ...sent, at: Date.now() } } : {}) }),
      ),
    clear: () => sessionStorage.removeItem(key),
  }
}

/** Deletes the drafts of everybody else when a user signs in at this tab. */
export function dropDraftsOfOthers(user: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(before) && !key.startsWith(`${before}${user}.`)) sessionStorage.removeItem(key)
  }
}
