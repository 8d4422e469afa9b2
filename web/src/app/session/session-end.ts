import type { Session } from '@kontor/contract/identity/session'
import { currentSession, type EndReason, endOnServer, endSession, onSessionChange } from '../../identity/session.ts'
import { rememberAddress } from '../../identity/sign-in/remembered-address.ts'
import { onSessionEnded } from '../../platform/api/api-client.ts'
import { dropDraftsOfOthers } from '../../platform/draft.ts'
import { router } from '../router.tsx'
import { startClock, stopClock, watchActivity } from './activity.ts'

/** Messages between the tabs of a browser, which share one session. */
type Word = { kind: 'began'; user: string } | { kind: 'over'; reason: EndReason }

const tabs = new BroadcastChannel('kontor.session')
const tell = (word: Word) => tabs.postMessage(word)

/** Leads from an ended session to the sign-in, and afterwards back. A call, silence or another tab reports the end. */
export function followSession(): void {
  onSessionEnded(({ code }) => leave(code === 'network_not_allowed' ? 'network' : 'ended'))
  onSessionChange((session, reason) => (session ? follow(session) : forget(reason)))
  watchActivity((reason) => {
    // The server also ends the session by itself, if this call does not arrive.
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

/**
 * True when a page must be loaded again because another tab signed in. All tabs share the new session's cookie, so the
 * pages of another user and the sign-in page are outdated.
 */
function isMoot(user: string): boolean {
  const session = currentSession()
  return session ? session.id !== user : router.state.location.pathname === '/login'
}

function leave(reason: EndReason): void {
  // Several calls may find the end at the same time.
  const session = currentSession()
  if (!session) return
  // A person who signed out in another tab left deliberately; everybody else returns to this address.
  if (reason === 'elsewhere') sessionStorage.clear()
  else rememberAddress(router.history.location.href, session.id)
  endSession(reason)
  if (!isBehindSignIn()) return
  void router.navigate({ to: reason === 'inactive' ? '/logout' : '/login', replace: true, ignoreBlocker: true })
}

const isBehindSignIn = (): boolean => router.state.matches.some(({ routeId }) => routeId.startsWith('/shell'))
