import type { Session } from '@kontor/contract/identity/session'
import { rememberAddress } from '../../identity/remembered-address.ts'
import { currentSession, type EndReason, endOnServer, endSession, onSessionChange } from '../../identity/session.ts'
import { onSessionEnded } from '../../platform/api/api-client.ts'
import { dropDraftsOfOthers } from '../../platform/draft.ts'
import { router } from '../router.tsx'
import { startClock, stopClock, watchActivity } from './activity.ts'

/** What the tabs of a browser tell one another: they share one session. */
type Word = { kind: 'began'; user: string } | { kind: 'over'; reason: EndReason }

const tabs = new BroadcastChannel('kontor.session')
const tell = (word: Word) => tabs.postMessage(word)

/** A session that is over, found by a call, by silence or in another tab, leads to the sign-in, and from there back. */
export function followSession(): void {
  onSessionEnded(() => leave('ended'))
  onSessionChange((session, reason) => (session ? follow(session) : forget(reason)))
  watchActivity((reason) => {
    // The server ends it by itself as well, should this not reach it.
    if (reason === 'inactive') endOnServer().catch(() => {})
    leave(reason)
  })
  tabs.addEventListener('message', ({ data }: MessageEvent<Word>) => hear(data))
}

function follow(session: Session): void {
  dropDraftsOfOthers(session.id)
  startClock(session)
  tell({ kind: 'began', user: session.id })
}

function forget(reason?: EndReason): void {
  stopClock()
  if (reason !== 'elsewhere') tell({ kind: 'over', reason: reason ?? 'elsewhere' })
}

function hear(word: Word): void {
  if (word.kind === 'over') leave(word.reason)
  else if (isMoot(word.user)) location.reload()
}

/** The cookie is that of the new session now, here as well: every page of another user has to go, and so has the sign-in. */
function isMoot(user: string): boolean {
  const session = currentSession()
  return session ? session.id !== user : router.state.location.pathname === '/login'
}

function leave(reason: EndReason): void {
  // Several calls may find it out at once.
  const session = currentSession()
  if (!session) return
  // Who signed out in another tab has left for good; anybody else comes back.
  if (reason === 'elsewhere') sessionStorage.clear()
  else rememberAddress(router.history.location.href, session.id)
  endSession(reason)
  if (!isBehindSignIn()) return
  void router.navigate({ to: reason === 'inactive' ? '/logout' : '/login', replace: true, ignoreBlocker: true })
}

const isBehindSignIn = (): boolean => router.state.matches.some(({ routeId }) => routeId.startsWith('/shell'))
