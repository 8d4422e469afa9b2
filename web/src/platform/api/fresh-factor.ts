/** A person who is asked for a second factor again. */
export interface Asking {
  /** True: it was shown; false: the person gave up. */
  readonly answer: (isShown: boolean) => void
  readonly answered: Promise<boolean>
}

let asking: Asking | undefined
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/**
 * Asks for a second factor and waits for it, so that the call that needs one goes on by itself and nobody types anything twice.
 * Calls at the same time wait for one answer. Where nothing listens, nobody can answer.
 */
export function askForFactor(): Promise<boolean> {
  if (asking) return asking.answered
  if (listeners.size === 0) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isShown: boolean) => {
    asking = undefined
    tell()
    resolve(isShown)
  }
  asking = { answer, answered: promise }
  tell()
  return promise
}

/** For `useSyncExternalStore`. */
export const factorAsked = (): Asking | undefined => asking
export function onFactorAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
