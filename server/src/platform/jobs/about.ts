/** What an error was about: ids, which a log may name and which a metric never does. */
export type About = Readonly<Record<string, string | null | undefined>>

const known = new WeakMap<object, About>()

/** Remembers what the error was about, unless that is known already, and gives it back. */
export function about(error: unknown, what: About): unknown {
  if (typeof error === 'object' && error !== null && !known.has(error)) known.set(error, what)
  return error
}

export const aboutOf = (error: unknown): About =>
  (typeof error === 'object' && error !== null && known.get(error)) || {}
