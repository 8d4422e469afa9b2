import type { BodyOf } from '@kontor/contract/endpoint'
import type { Session } from '@kontor/contract/identity/session'
import { logoutEndpoint, sessionEndpoint, setUpEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { ApiRefusal, call } from '../platform/api/api-client.ts'
import { forgetSecrets } from './sign-in/link-secrets.ts'

/** The reason of an end that the person did not ask for. */
export type EndReason = 'inactive' | 'ended' | 'network' | 'elsewhere'

type SessionListener = (session: Session | null, reason?: EndReason) => void

let session: Session | null = null
let endReason: EndReason | undefined
let idleMinutes: number | undefined
let isLeaving = false
let announce: SessionListener = () => {}

const watchers = new Set<() => void>()

function set(next: Session | null): void {
  session = next
  for (const watcher of watchers) watcher()
}

/** Calls the watcher when the session changes, or when its roles or name change; for parts of the screen. */
export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** The signed-in user, or null. It is known before the first route opens. */
export const currentSession = (): Session | null => session

/** The reason why the last session ended, for the page that is shown next. */
export const lastEnd = (): EndReason | undefined => endReason

/** After so many minutes without activity the last session ended. */
export const lastIdleMinutes = (): number | undefined => idleMinutes

/** Records that a person signed out here deliberately. Opening the sign-out address alone does not count. */
export function chooseToLeave(): void {
  isLeaving = true
}

export const hasChosenToLeave = (): boolean => isLeaving

/** Reads the session from the server once, at the start. An unreachable server does not mean a signed-out user. */
export async function loadSession(): Promise<void> {
  try {
    await refreshSession()
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.status === 401)) throw error
    if (error.code === 'network_not_allowed') endReason = 'network'
    set(null)
  }
}

/** Reads the session again from time to time, because roles may have changed. */
export async function refreshSession(): Promise<Session> {
  const user = await call(sessionEndpoint)
  set(user)
  return user
}

/** Begins the session of a user who has just signed in. */
export function beginSession(user: Session): Session {
  set(user)
  forgetSecrets()
  endReason = undefined
  isLeaving = false
  announce(user)
  return user
}

/** The application sets this once: the listener handles the beginning and the end of sessions. */
export function onSessionChange(listener: SessionListener): void {
  announce = listener
}

export async function setUp(body: BodyOf<typeof setUpEndpoint>): Promise<Session> {
  const { user } = await call(setUpEndpoint, { body })
  return beginSession(user)
}

/** Waits for the server, because only then is the session really over. */
export async function logOut(): Promise<void> {
  await endOnServer()
  endSession()
}

export const endOnServer = () => call(logoutEndpoint)

/** Ends the session in this tab, after signing out, or when the server, silence or another tab has ended it. */
export function endSession(reason?: EndReason): void {
  endReason = reason
  idleMinutes = session?.idle_minutes
  set(null)
  announce(null, reason)
}
