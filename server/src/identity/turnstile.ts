import { Refusal } from '@kontor/contract/refusal'

/** Lets so many through at once, has a few wait, and asks the rest to come again: what is costly cannot starve the rest. */
export function turnstile(atOnce: number, longestQueue: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= longestQueue) throw new Refusal('too_many_attempts', { retry_after: 1 })
      await new Promise<void>((resolve) => waiting.push(resolve))
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
