import { setTimeout as sleep } from 'node:timers/promises'

const WAIT_AFTER_ERROR_MS = 1_000

interface Kind {
  readonly lanes: number
  /** Performs one item. Gives false when none was due. */
  readonly perform: () => Promise<boolean>
}

export interface Due<Name extends string> {
  /** The kinds with work that is due now. */
  readonly now: readonly Name[]
  /** The milliseconds until more work is due; undefined when none is planned. */
  readonly next_ms: number | undefined
}

export interface Lanes {
  /** Looks at once, because there may be new work. */
  wake(): void
  /** Settles when all lanes have stopped. */
  ended: Promise<void>
}

/**
 * Performs what is due, each kind in its lanes, until stopped. One look serves all lanes and says when to look again:
 * while each lane looked for itself, an idle sandbox was busier than its caller. `poll_ms` is the longest pause.
 */
export function runLanes<Name extends string>(
  kinds: Readonly<Record<Name, Kind>>,
  look: () => Promise<Due<Name>>,
  { poll_ms, stopping }: { poll_ms: number; stopping: AbortSignal },
): Lanes {
  const running = new Map<Name, Set<Promise<void>>>()
  let isAwake = false
  let endPause = () => {}
  const wake = () => {
    isAwake = true
    endPause()
  }
  const pause = (wait_ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait_ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const runLane = async ({ perform }: Kind) => {
    try {
      while (!stopping.aborted && (await perform())) wake()
    } catch (error) {
      await sleep(complain(error), undefined, { signal: stopping }).catch(() => undefined)
    }
  }
  const fill = (name: Name) => {
    const lanes = running.get(name) ?? new Set()
    running.set(name, lanes)
    while (lanes.size < kinds[name].lanes) {
      const lane = runLane(kinds[name]).finally(() => lanes.delete(lane))
      lanes.add(lane)
    }
  }
  const watch = async () => {
    while (!stopping.aborted) {
      isAwake = false
      const wait_ms = await look().then(({ now, next_ms = poll_ms }) => {
        now.forEach(fill)
        return Math.min(Math.max(next_ms, 1), poll_ms)
      }, complain)
      if (!isAwake && !stopping.aborted) await pause(wait_ms)
    }
    await Promise.all([...running.values()].flatMap((lanes) => [...lanes]))
  }
  stopping.addEventListener('abort', wake, { once: true })
  return { wake, ended: watch() }
}

/** The database may be away for a while: the sandbox logs that and tries again. */
function complain(error: unknown) {
  console.error('sandbox:', error)
  return WAIT_AFTER_ERROR_MS
}
