import { currentSession, endSession, logOut, rememberAddress } from '../identity/session.ts'
import { onSessionEnded } from '../platform/api-client.ts'
import { i18n } from '../platform/i18n.ts'
import { notify } from '../platform/notify.ts'
import { watchActivity } from './activity.ts'
import { queries } from './queries.ts'
import { router } from './router.tsx'

/** A session that is over, found by a call or by silence, leads to the sign-in, and from there back to this address. */
export function followSession(): void {
  onSessionEnded(() => leave('notice.session_ended'))
  watchActivity(() => {
    // The server ends it by itself as well, should this not reach it.
    logOut().catch(() => {})
    leave('notice.inactive')
  })
}

function leave(notice: string): void {
  // Several calls may find it out at once.
  if (!currentSession()) return
  rememberAddress(router.history.location.href)
  endSession()
  queries.clear()
  notify({ id: 'session', color: 'yellow', message: i18n.t(notice), isLasting: true })
  void router.navigate({ to: '/login', replace: true })
}
