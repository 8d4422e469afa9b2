import type { Readable } from 'node:stream'
import type { Actor } from '../db/actor.ts'

/**
 * Rows that files under way hold so far, by the id that whoever exports has chosen: a packed file does not show them.
 * Kept by the process that writes the file, as long as it does.
 */
export class ExportProgress {
  readonly #rows = new Map<string, number>()

  /** Begins a file and counts for it. Without an id nobody will ask. */
  async during(
    actor: Actor,
    id: string | undefined,
    begin: (onRows?: (count: number) => void) => Promise<Readable>,
  ): Promise<Readable> {
    if (id === undefined) return begin()
    const key = keyOf(actor, id)
    const forget = () => void this.#rows.delete(key)
    this.#rows.set(key, 0)
    try {
      const file = await begin((count) => void this.#rows.set(key, (this.#rows.get(key) ?? 0) + count))
      return file.once('close', forget)
    } catch (error) {
      forget()
      throw error
    }
  }

  rowsOf(actor: Actor, id: string): number | undefined {
    return this.#rows.get(keyOf(actor, id))
  }
}

/** Nobody learns of another's file, whatever id they guess. */
const keyOf = ({ kind, id: who }: Actor, id: string): string => `${kind}/${who}/${id}`
