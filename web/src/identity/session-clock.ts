// The intervals of specification 001, section 9.
export const recordEvery_ms = 2_000
export const warnBefore_ms = 2 * 60_000
// The server is told at most once a minute.
const tellEvery_ms = 60_000

/** The remaining time of a session: until it ends by silence, and until it ends in any case. */
export interface Left {
  readonly idle_ms: number
  readonly total_ms: number
}

export interface ClockWorld {
  now: () => number
  /** Tells the server that a person is active. */
  tell: () => Promise<Left>
  /** The state that all tabs of the browser read and write. A tab that was asleep finds the present state there. */
  shared: { read: () => Shared | undefined; write: (value: Shared) => void }
  onEnd: (reason: 'inactive' | 'ended') => void
}

export interface Shared {
  readonly toldAt: number
  readonly idleAt: number
}

/** Measures the silence of a session, in agreement with the other tabs and the server. The server decides. */
export function sessionClock(world: ClockWorld) {
  let seenAt = world.now()
  let overAt = Number.POSITIVE_INFINITY
  let isRunning = false
  let isTelling = false
  const listeners = new Set<() => void>()
  const state = (): Shared => world.shared.read() ?? { toldAt: 0, idleAt: Number.POSITIVE_INFINITY }

  function set(left: Left): void {
    const now = world.now()
    overAt = now + left.total_ms
    world.shared.write({ toldAt: now, idleAt: now + left.idle_ms })
    tellListeners()
  }

  async function tell(): Promise<void> {
    if (isTelling) return
    isTelling = true
    try {
      set(await world.tell())
    } catch {
      // A lost call is harmless: the next activity is told again, and a call finds the end of the session itself.
    } finally {
      isTelling = false
    }
  }

  function check(): void {
    if (!isRunning) return
    const now = world.now()
    const { toldAt, idleAt } = state()
    const isWarning = idleAt - now <= warnBefore_ms
    if (now >= overAt || now >= idleAt) end(now >= overAt ? 'ended' : 'inactive')
    else if (seenAt > toldAt && (isWarning || now - toldAt >= tellEvery_ms)) void tell()
    tellListeners()
  }

  function end(reason: 'inactive' | 'ended'): void {
    isRunning = false
    world.onEnd(reason)
  }

  const tellListeners = () => {
    for (const listener of listeners) listener()
  }

  return {
    start: (left: Left) => {
      isRunning = true
      seenAt = world.now()
      set(left)
    },
    stop: () => {
      isRunning = false
      tellListeners()
    },
    /** Records that a person moved, clicked, scrolled or typed, at most every two seconds. */
    note: () => {
      if (world.now() - seenAt >= recordEvery_ms) seenAt = world.now()
    },
    check,
    /** The person chose to stay, so the server is told at once. */
    stay: () => {
      seenAt = world.now()
      return tell()
    },
    /** Whole seconds until the session ends by silence, during the warning; otherwise undefined. */
    warning: (): number | undefined => {
      const left = state().idleAt - world.now()
      return isRunning && left <= warnBefore_ms ? Math.max(0, Math.ceil(left / 1000)) : undefined
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type SessionClock = ReturnType<typeof sessionClock>
