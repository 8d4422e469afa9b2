const before = 'kontor.draft.'

export interface Draft<T> {
  /** What was typed before, when the session ended under it. */
  read: () => Partial<T> | undefined
  write: (value: Partial<T>) => void
  clear: () => void
}

/** What somebody has typed and not sent: kept in this tab, so that it survives a session that ends under it. */
export function draftOf<T extends object>(user: string, form: string): Draft<T> {
  const key = `${before}${user}.${form}`
  return {
    read: () => {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
        // Written by this form alone, whose fields are all optional here.
        return typeof kept === 'object' && kept !== null ? (kept as Partial<T>) : undefined
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
