import type { loginBody, loginReply, Session, setUpBody } from '@kontor/contract/identity/session'
import type { z } from 'zod'
import { ApiRefusal, api } from '../platform/api-client.ts'

let session: Session | null = null

/** The signed-in user, or null. Known before the first route is opened. */
export const currentSession = (): Session | null => session

/** Asks the server once, at start. An unreachable server is not a signed-out user. */
export async function loadSession(): Promise<void> {
  try {
    session = await api.get<Session>('/v1/auth/session')
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.status === 401)) throw error
    session = null
  }
}

export async function logIn(body: z.input<typeof loginBody>): Promise<Session> {
  return begin(await api.send('POST', '/v1/auth/login', body))
}

export async function setUp(body: z.input<typeof setUpBody>): Promise<Session> {
  return begin(await api.send('POST', '/v1/auth/set-up', body))
}

function begin({ user }: z.output<typeof loginReply>): Session {
  session = user
  return user
}

/** Waits for the server: only then is nothing left of the session. */
export async function logOut(): Promise<void> {
  await api.send('POST', '/v1/auth/logout')
  session = null
}

/** The server ended it. */
export function endSession(): void {
  session = null
}

const storageKey = 'kontor.return'

interface Return {
  address: string
  /** Whose address it was; null when nobody was signed in. */
  user: string | null
}

/** Keeps the address that somebody wanted to see before signing in. */
export function rememberAddress(address: string): void {
  const remembered: Return = { address, user: session?.id ?? null }
  sessionStorage.setItem(storageKey, JSON.stringify(remembered))
}

/** The remembered address, once: only within this origin, and not that of another user. */
export function takeRememberedAddress(user: string): string {
  const text = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  const remembered = parsed(text)
  if (!remembered || (remembered.user !== null && remembered.user !== user)) return '/'
  const url = URL.parse(remembered.address, location.origin)
  return url?.origin === location.origin ? url.pathname + url.search : '/'
}

function parsed(text: string | null): Return | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    const isReturn = typeof value === 'object' && value !== null && 'address' in value && 'user' in value
    if (!isReturn || typeof value.address !== 'string') return undefined
    return { address: value.address, user: typeof value.user === 'string' ? value.user : null }
  } catch {
    return undefined
  }
}
