/** The most characters of all merchants together that a process keeps of one kind: some tens of megabytes. */
const mostKept = 10_000_000

interface Versioned {
  version: string
  /** Characters as JSON. */
  size: number
}

/**
 * Keeps what payments ask for again and again in the memory of this process, each under an id; what was asked for longest ago goes
 * first. The caller reads the version in its own database transaction, so a change that is committed by then counts, whichever
 * process made it. No version may come twice: one whose transaction was undone must be met by nothing else.
 */
export function keptByVersion<T extends Versioned>() {
  const kept = new Map<string, T>()
  let sizeKept = 0
  const forget = (id: string): void => {
    sizeKept -= kept.get(id)?.size ?? 0
    kept.delete(id)
  }
  return async (id: string, version: string, read: () => Promise<T>): Promise<T> => {
    const known = kept.get(id)
    const found = known?.version === version ? known : await read()
    forget(id)
    kept.set(id, found)
    sizeKept += found.size
    for (const other of kept.keys()) {
      if (sizeKept <= mostKept || other === id) break
      forget(other)
    }
    return found
  }
}
