import type { Readable } from 'node:stream'
import type { Actor } from '../db/actor.ts'

/**
 * Rows that files under way hold so far, by the id that whoever exports has chosen: a packed file does not show them.
 * Kept by the process that writes the file, as long as it does.
 */
export class ExportProgress {
  readonly #rows = new Map<string, number>()

  /** Counts for a file. Without an id nobody will ask. */
  counter(actor: Actor, id: string | undefined): { add: (count: number) => void; until: (file: Readable) => void } {
    if (id === undefined) return { add: () => {}, until: () => {} }
    const key = keyOf(actor, id)
    this.#rows.set(key, 0)
    return {
      add: (count) => void this.#rows.set(key, (this.#rows.get(key) ?? 0) + count),
      until: (file) => void file.once('close', () => this.#rows.delete(key)),
    }
  }

  rowsOf(actor: Actor, id: string): number | undefined {
    return this.#rows.get(keyOf(actor, id))
  }
}

/** Nobody learns of another's file, whatever id they guess. */
const keyOf = ({ kind, id: who }: Actor, id: string): string => `${kind}/${who}/${id}`
