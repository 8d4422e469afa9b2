import type { Attempt } from './api/attempt.ts'

const before = 'kontor.draft.'
/** The server keeps its answers under a key for a week; nobody remembers for so long what was sent. */
const keptFor_ms = 86_400_000

export interface Draft<T> {
  /** What was typed before, when the session ended under it. */
  read: () => Partial<T> | undefined
  /** What of it was sent and not answered, as when the page was left meanwhile. */
  sent: () => Attempt | undefined
  write: (typed: Partial<T>, sent?: Attempt) => void
  clear: () => void
}

interface Kept<T> {
  typed: Partial<T>
  sent?: Attempt & { at: number }
}

/** What somebody has typed and is not answered: kept in this tab, so that it survives a session that ends under it. */
export function draftOf<T extends object>(user: string, form: string): Draft<T> {
  const key = `${before}${user}.${form}`
  const kept = (): Kept<T> | undefined => {
    try {
      const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
      // Written by this form alone, whose fields are all optional here.
      return typeof found === 'object' && found !== null && 'typed' in found ? (found as Kept<T>) : undefined
    } catch {
      return undefined
    }
  }
  return {
    read: () => kept()?.typed,
    sent: () => {
      const sent = kept()?.sent
      return sent && sent.at > Date.now() - keptFor_ms ? { key: sent.key, content: sent.content } : undefined
    },
    write: (typed, sent) =>
      sessionStorage.setItem(key, JSON.stringify({ typed, ...(sent ? { sent: { ...sent, at: Date.now() } } : {}) })),
    clear: () => sessionStorage.removeItem(key),
  }
}

/** Somebody else has signed in at this tab. */
export function dropDraftsOfOthers(user: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(before) && !key.startsWith(`${before}${user}.`)) sessionStorage.removeItem(key)
  }
}
