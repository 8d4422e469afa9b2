let ahead_ms = 0
let clock: EngineClock | undefined
const watchers = new Set<() => void>()

/** Milliseconds that a demo's clock is ahead of the wall clock. Undefined: this installation is not a demo. */
export interface EngineClock {
  readonly ahead_ms: number
  /** True while the clock is moving forward. */
  readonly isMoving: boolean
}

/** The server's time as this browser knows it: a computer with a wrong clock must not end its session at once. */
export const serverNow = (): number => Date.now() + ahead_ms

/** The time that payments follow; "the last month" is counted back from it. */
export const engineNow = (): Date => new Date(serverNow() + (clock?.ahead_ms ?? 0))

/** Every answer has the server's time, in seconds; a demo's answer also has the offset of its clock. */
export function noteServerTime(headers: Headers): void {
  const at = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(at)) ahead_ms = Math.abs(at - Date.now()) < 5_000 ? 0 : at - Date.now()
  const [ahead, moving] = (headers.get('kontor-clock-ahead') ?? '').split(' ')
  const known = ahead ? { ahead_ms: Number(ahead), isMoving: moving === 'moving' } : undefined
  if (known?.ahead_ms === clock?.ahead_ms && known?.isMoving === clock?.isMoving) return
  clock = known
  for (const tell of watchers) tell()
}

export const engineClock = (): EngineClock | undefined => clock

export function watchEngineClock(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
