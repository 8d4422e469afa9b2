import type { Session } from '@kontor/contract/identity/session'
import { activityEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { currentSession, refreshSession } from '../../identity/session.ts'
import { type Left, recordEvery_ms, type Shared, sessionClock } from '../../identity/session-clock.ts'
import { ApiRefusal, call } from '../../platform/api/api-client.ts'
import { serverNow } from '../../platform/api/server-time.ts'

const storageKey = 'kontor.activity'
// The events of specification 001, section 9. A touch counts like a mouse.
const signs = ['mousemove', 'mousedown', 'click', 'scroll', 'keydown', 'touchstart']

let onEnd: (reason: 'inactive' | 'ended' | 'network') => void = () => {}

export const clock = sessionClock({
  now: () => Date.now(),
  tell,
  shared: { read: readShared, write: (value) => localStorage.setItem(storageKey, JSON.stringify(value)) },
  onEnd: (reason) => onEnd(reason),
})

/**
 * Tells the server that a person is active. Only this keeps a session alive; after 30 quiet minutes, or fewer of its
 * merchant, the session ends.
 */
export function watchActivity(listener: typeof onEnd): void {
  onEnd = listener
  for (const sign of signs) document.addEventListener(sign, clock.note, { passive: true, capture: true })
  setInterval(clock.check, recordEvery_ms)
  const session = currentSession()
  if (session) startClock(session)
}

export const startClock = (session: Session): void => clock.start(leftOf(session))

/** Stops the clock and removes its record, so that no trace of the session stays. */
export function stopClock(): void {
  clock.stop()
  localStorage.removeItem(storageKey)
}

async function tell(): Promise<Left> {
  try {
    await call(activityEndpoint)
    return leftOf(await refreshSession())
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 401)
      onEnd(error.code === 'network_not_allowed' ? 'network' : 'ended')
    throw error
  }
}

const leftOf = ({ idle_expires_at, expires_at }: Session): Left => ({
  idle_ms: Date.parse(idle_expires_at) - serverNow(),
  total_ms: Date.parse(expires_at) - serverNow(),
})

function readShared(): Shared | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof value !== 'object' || value === null || !('toldAt' in value) || !('idleAt' in value)) return undefined
    const { toldAt, idleAt } = value
    return typeof toldAt === 'number' && typeof idleAt === 'number' ? { toldAt, idleAt } : undefined
  } catch {
    return undefined
  }
}
