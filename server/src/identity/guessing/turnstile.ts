import { Refusal } from '@kontor/contract/refusal'

/**
 * Lets so many through at once, has a few wait, and asks the rest to come again: what is costly cannot starve the rest. Who
 * goes ahead is next, and never sent away: only for those whose number is limited by something else.
 */
export function turnstile(atOnce: number, longestQueue: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>, goesAhead = false): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= longestQueue && !goesAhead) throw new Refusal('too_many_attempts', { retry_after: 1 })
      await new Promise<void>((resolve) => (goesAhead ? waiting.unshift(resolve) : waiting.push(resolve)))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
