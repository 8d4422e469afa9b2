import type { Readable } from 'node:stream'
import type { Actor } from '../db/actor.ts'

/**
 * Counts the rows written so far into running exports, by an id that the client chose: a compressed file does not show
 * its length. Kept in the process that writes the file, until it is written.
 */
export class ExportProgress {
  readonly #rows = new Map<string, number>()

  /** Runs an export and counts its rows. Without an id nobody can ask for the count, so it is not kept. */
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

/** The key contains the actor, so that nobody reads another's count by guessing its id. */
const keyOf = ({ kind, id: who }: Actor, id: string): string => `${kind}/${who}/${id}`
