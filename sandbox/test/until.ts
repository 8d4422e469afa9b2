import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until `find` gives a value. The limit is so long that reaching it means a fault. */
export async function until<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const latest = Date.now() + 10_000
  while (Date.now() < latest) {
    const found = await find()
    if (found !== undefined && found !== false) return found
    await sleep(5)
  }
  throw new Error(`waited in vain until ${find}`)
}
