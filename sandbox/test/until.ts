import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for what will be there soon; gives up only when something must be wrong. */
export async function until<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const latest = Date.now() + 10_000
  while (Date.now() < latest) {
    const found = await find()
    if (found !== undefined && found !== false) return found
    await sleep(5)
  }
  throw new Error(`waited in vain until ${find}`)
}
