import type { ReadBody } from '@kontor/contract/endpoint'
import type { removeFromCacheEndpoint } from '@kontor/contract/platform/cache.endpoints'
import type { Actor } from '../db/actor.ts'
import type { Trx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Caches } from './caches.ts'

/** Removes a key from a cache of every process. Says whether it was there. The moment is the database's: the processes' clocks may differ. */
export async function removeFromCache(
  trx: Trx,
  actor: Actor,
  { cache, key }: ReadBody<typeof removeFromCacheEndpoint>,
  now: Date,
  caches: Caches,
): Promise<boolean> {
  await trx
    .insertInto('cache_removal')
    .values({ id: newId(now).id, cache, key: key.trim(), removed_by: actor.name })
    .execute()
  return caches.remove(trx, cache, key.trim())
}
