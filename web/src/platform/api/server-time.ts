let ahead_ms = 0
let clock: EngineClock | undefined
const watchers = new Set<() => void>()

/** How far a demo's clock is ahead of the wall's. Undefined: this installation is no demo. */
export interface EngineClock {
  readonly ahead_ms: number
  /** On its way further. */
  readonly isMoving: boolean
}

/** The server's time, as far as this browser can know: a computer whose clock is wrong must not be signed out at once. */
export const serverNow = (): number => Date.now() + ahead_ms

/** The time that payments live by, which is what "the last month" is counted from. */
export const engineNow = (): Date => new Date(serverNow() + (clock?.ahead_ms ?? 0))

/** Every answer says when it was given, to the second; a demo's also how far its clock was moved. */
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
