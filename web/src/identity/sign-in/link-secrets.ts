import { ApiRefusal } from '../../platform/api/api-client.ts'

/**
 * The tokens of links, by path. A token is removed from the address bar when it was read, and is then kept by this tab
 * alone, so that a reload keeps the step. It is removed when it was used, or when the server does not know it.
 */
const before = 'kontor.link.'

interface Kept {
  secret: string
  /** What the server has answered to the step so far. */
  begun?: unknown
}

export const secretOf = (path: string): string | undefined => keptOf(path)?.secret

/** The begun part of a step. The caller wrote it, and knows what it is. */
export const begunOf = (path: string): unknown => keptOf(path)?.begun

export function keepBegun(path: string, begun: unknown): void {
  const kept = keptOf(path)
  if (kept) keep(path, { secret: kept.secret, begun })
}

export const forgetSecret = (path: string): void => sessionStorage.removeItem(before + path)

/** Removes every token, when a session begins. */
export function forgetSecrets(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(before)) sessionStorage.removeItem(key)
}

/** Waits for a call that uses the token, and forgets a token that the server no longer accepts. */
export async function spending<T>(path: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'invalid_token') forgetSecret(path)
    throw error
  }
}

/** Removes the token from an address's values; undefined when there is none. */
export function withoutSecret(path: string, name: string, search: object): Record<string, unknown> | undefined {
  const { [name]: secret, ...rest } = search as Record<string, unknown>
  if (secret === undefined) return undefined
  // The router reads a repeated name as a list; no link has one.
  if (typeof secret === 'string' && secret !== '') keep(path, { secret })
  else forgetSecret(path)
  return rest
}

const keep = (path: string, kept: Kept) => sessionStorage.setItem(before + path, JSON.stringify(kept))

function keptOf(path: string): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(before + path) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('secret' in kept)) return undefined
    const { secret } = kept
    return typeof secret === 'string' ? { secret, ...('begun' in kept ? { begun: kept.begun } : {}) } : undefined
  } catch {
    return undefined
  }
}
