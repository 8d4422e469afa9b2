import { Refusal } from '@kontor/contract/refusal'

/**
 * Lets a number of calls run at once, a few wait, and refuses the rest, so that expensive work cannot starve other
 * work. A call that goes ahead runs next and is never refused: only for calls that are limited otherwise.
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
