import type { CacheName } from '@kontor/contract/platform/cache.rules'
import { sql } from 'kysely'
import type { Reader, Trx } from '../db/database.ts'
import { type Periodic, repeat } from '../jobs/periodic.ts'
import { MemoryCache } from './memory-cache.ts'

/** A cache in the database, which one statement removes from for all processes. */
export interface StoredCache {
  use(db: Reader): Promise<{ count: number; oldest_at: string | null }>
  /** Says whether it was there. */
  remove(trx: Trx, key: string): Promise<boolean>
}

const look_ms = 1_000
/** A removal may be committed a while after the moment that it has. */
const overlap = sql`interval '15 seconds'`

/** The caches of one process: those in its memory, and those in the database. */
export class Caches {
  readonly #memory = new Map<string, MemoryCache<unknown>>()
  readonly #stored = new Map<string, StoredCache>()

  inMemory<V>(name: CacheName): MemoryCache<V> {
    const cache = new MemoryCache<V>()
    this.#memory.set(name, cache as MemoryCache<unknown>)
    return cache
  }

  stored(name: CacheName, cache: StoredCache): void {
    this.#stored.set(name, cache)
  }

  async use(db: Reader, name: CacheName) {
    const use = this.#memory.get(name)?.use() ?? (await this.#stored.get(name)?.use(db))
    return { name, ...(use ?? { count: 0, oldest_at: null }) }
  }

  /**
   * Removes from the database at once; the processes remove from their memories when they see the row. Says whether it was in the
   * database, or in the memory of this process.
   */
  async remove(trx: Trx, name: CacheName, key: string): Promise<boolean> {
    const stored = this.#stored.get(name)
    return stored ? stored.remove(trx, key) : this.#memory.get(name)?.get(key) !== undefined
  }

  /** Removes from this process's memory what anybody removed, until it is stopped. All times are the database's. */
  follow(db: Reader, onError: (error: unknown) => void): Periodic {
    const done = new Set<string>()
    let since: string | undefined
    const look = async () => {
      const begun = await databaseTime(db)
      const rows = await db
        .selectFrom('cache_removal')
        .select(['id', 'cache', 'key'])
        .where('at', '>', sql<string>`${since ?? begun}::timestamptz - ${overlap}`)
        .execute()
      for (const { id, cache, key } of rows) if (!done.has(id)) this.#memory.get(cache)?.delete(key)
      done.clear()
      for (const { id } of rows) done.add(id)
      since = begun
    }
    return repeat(async () => {
      await look().catch(onError)
      return look_ms
    })
  }
}

async function databaseTime(db: Reader): Promise<string> {
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database has no time')
  return row.now
}
