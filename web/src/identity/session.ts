import type { BodyOf } from '@kontor/contract/endpoint'
import type { Session } from '@kontor/contract/identity/session'
import { logoutEndpoint, sessionEndpoint, setUpEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { ApiRefusal, call } from '../platform/api/api-client.ts'

/** Why there is no session any more, where nobody asked for it. */
export type EndReason = 'inactive' | 'ended' | 'elsewhere'

type SessionListener = (session: Session | null, reason?: EndReason) => void

let session: Session | null = null
let endReason: EndReason | undefined
let isLeaving = false
let announce: SessionListener = () => {}

const watchers = new Set<() => void>()

function set(next: Session | null): void {
  session = next
  for (const watcher of watchers) watcher()
}

/** For what is on screen: told whenever it is another one, or the same one with other roles or another name. */
export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** The signed-in user, or null. Known before the first route is opened. */
export const currentSession = (): Session | null => session

/** Why the last session ended, for the page that comes after it. */
export const lastEnd = (): EndReason | undefined => endReason

/** Somebody chose to sign out, here: not whoever only brought this browser to the address of it. */
export function chooseToLeave(): void {
  isLeaving = true
}

export const hasChosenToLeave = (): boolean => isLeaving

/** Asks the server once, at start. An unreachable server is not a signed-out user. */
export async function loadSession(): Promise<void> {
  try {
    await refreshSession()
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.status === 401)) throw error
    set(null)
  }
}

/** Asks again now and then: roles may have changed. */
export async function refreshSession(): Promise<Session> {
  const user = await call(sessionEndpoint)
  set(user)
  return user
}

/** Somebody has just signed in. */
export function beginSession(user: Session): Session {
  set(user)
  endReason = undefined
  isLeaving = false
  announce(user)
  return user
}

/** The application says once what comes with the beginning and the end of a session. */
export function onSessionChange(listener: SessionListener): void {
  announce = listener
}

export async function setUp(body: BodyOf<typeof setUpEndpoint>): Promise<Session> {
  const { user } = await call(setUpEndpoint, { body })
  return beginSession(user)
}

/** Waits for the server: only then is nothing left of the session. */
export async function logOut(): Promise<void> {
  await endOnServer()
  endSession()
}

export const endOnServer = () => call(logoutEndpoint)

/** It is over here: signed out, or without being asked for on the server, by silence or in another tab. */
export function endSession(reason?: EndReason): void {
  endReason = reason
  set(null)
  announce(null, reason)
}
