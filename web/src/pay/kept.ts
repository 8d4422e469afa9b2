/**
 * What the page keeps for its tab: for a reload, and for the way back from the bank. A browser that forbids storage, or
 * whose storage is full, keeps it for as long as the page is open.
 */
const memory = new Map<string, string>()

export function kept(key: string): string | null {
  try {
    return memory.get(key) ?? sessionStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

export function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
    memory.delete(key)
  } catch {
    memory.set(key, value)
  }
}

export function forget(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing is kept there.
  }
}
