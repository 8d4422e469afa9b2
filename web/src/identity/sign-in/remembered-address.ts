const storageKey = 'kontor.return'

interface Remembered {
  address: string
  /** The user of the address; null when nobody was signed in. */
  user: string | null
}

/** Stores the address that a person wanted to see before signing in. */
export function rememberAddress(address: string, user: string | null): void {
  const remembered: Remembered = { address, user }
  sessionStorage.setItem(storageKey, JSON.stringify(remembered))
}

/** Returns the remembered address once, only within this origin, and never the address of another user. */
export function takeRememberedAddress(user: string): string {
  const remembered = parsed(sessionStorage.getItem(storageKey))
  sessionStorage.removeItem(storageKey)
  if (!remembered || (remembered.user !== null && remembered.user !== user)) return '/'
  return ownAddress(remembered.address) ?? '/'
}

/** A path of this origin, as the browser itself parses it; undefined for every address that leads elsewhere. */
export function ownAddress(address: string): string | undefined {
  if (!isPath(address)) return undefined
  const url = URL.parse(address, location.origin)
  if (url?.origin !== location.origin) return undefined
  const path = url.pathname + url.search
  // The browser has resolved dots: `/.//host` has become `//host`.
  return isPath(path) ? path : undefined
}

const isPath = (text: string): boolean => /^\/(?![/\\])/.test(text)

function parsed(text: string | null): Remembered | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    const isRemembered = typeof value === 'object' && value !== null && 'address' in value && 'user' in value
    if (!isRemembered || typeof value.address !== 'string') return undefined
    return { address: value.address, user: typeof value.user === 'string' ? value.user : null }
  } catch {
    return undefined
  }
}
