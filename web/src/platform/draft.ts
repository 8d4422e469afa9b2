const before = 'kontor.draft.'

interface Draft<T> {
  /** What was typed before, when the session ended under it. */
  read: () => T | undefined
  write: (value: T) => void
  clear: () => void
}

/** What somebody has typed and not sent: kept in this tab, so that it survives a session that ends under it. */
export function draftOf<T>(user: string, form: string, read: (value: unknown) => T | undefined): Draft<T> {
  const key = `${before}${user}.${form}`
  return {
    read: () => {
      try {
        return read(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
      } catch {
        return undefined
      }
    },
    write: (value) => sessionStorage.setItem(key, JSON.stringify(value)),
    clear: () => sessionStorage.removeItem(key),
  }
}

/** Somebody else has signed in at this tab. */
export function dropDraftsOfOthers(user: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(before) && !key.startsWith(`${before}${user}.`)) sessionStorage.removeItem(key)
  }
}
