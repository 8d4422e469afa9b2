/** Values that a process keeps in its memory, each with the moment at which it was put there. */
export class MemoryCache<V> {
  readonly #kept = new Map<string, { value: V; at: number }>()

  get(key: string): V | undefined {
    return this.#kept.get(key)?.value
  }

  set(key: string, value: V): void {
    // An entry that is set again is the newest one.
    this.#kept.delete(key)
    this.#kept.set(key, { value, at: Date.now() })
  }

  delete(key: string): void {
    this.#kept.delete(key)
  }

  use(): { count: number; oldest_at: string | null } {
    const [oldest] = this.#kept.values()
    return { count: this.#kept.size, oldest_at: oldest ? new Date(oldest.at).toISOString() : null }
  }
}
