import { currentSession } from '../identity/session.ts'
import { api } from '../platform/api-client.ts'

// Specification 001 section 9.
const recordEvery_ms = 2_000
const idleLimit_ms = 30 * 60_000
const tellEvery_ms = 60_000

const signs = ['mousemove', 'mousedown', 'click', 'scroll', 'keydown', 'touchstart']

/** Tells the server that a person is there, which alone keeps a session alive; after 30 quiet minutes it ends. */
export function watchActivity(onIdle: () => void): void {
  let seenAt = Date.now()
  let toldAt = Date.now()
  const note = () => {
    if (Date.now() - seenAt >= recordEvery_ms) seenAt = Date.now()
  }
  for (const sign of signs) document.addEventListener(sign, note, { passive: true, capture: true })

  setInterval(() => {
    if (!currentSession()) {
      seenAt = Date.now()
      toldAt = seenAt
    } else if (Date.now() - seenAt > idleLimit_ms) {
      onIdle()
    } else if (seenAt > toldAt && Date.now() - toldAt > tellEvery_ms) {
      toldAt = Date.now()
      // Unheard is not serious: the next sign is told again, and an ended session is found by the next call.
      api.send('POST', '/v1/auth/activity').catch(() => {})
    }
  }, recordEvery_ms)
}
