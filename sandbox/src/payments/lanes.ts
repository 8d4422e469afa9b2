import { setTimeout as sleep } from 'node:timers/promises'

const WAIT_AFTER_ERROR_MS = 1_000

/** Repeats `work` in several lanes until stopped: immediately while there is work, otherwise after a wait. */
export function runLanes(lanes: number, poll_ms: number, stopping: AbortSignal, work: () => Promise<boolean>) {
  const run = async () => {
    while (!stopping.aborted) {
      const wait_ms = await work().then((didSomething) => (didSomething ? 0 : poll_ms), complain)
      if (wait_ms > 0) await sleep(wait_ms, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
  return Promise.all(Array.from({ length: lanes }, run))
}

/** The database may be away for a while: the sandbox logs that and tries again. */
function complain(error: unknown) {
  console.error('sandbox:', error)
  return WAIT_AFTER_ERROR_MS
}
