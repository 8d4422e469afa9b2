import { listCachesEndpoint, removeFromCacheEndpoint } from '@kontor/contract/platform/cache.endpoints'
import { cacheNames } from '@kontor/contract/platform/cache.rules'
import {
  type Caches as Listed,
  listCachesSchemas,
  removeFromCacheSchemas,
} from '@kontor/contract/platform/cache.schemas'
import type { FastifyInstance } from 'fastify'
import type { Reader } from '../db/database.ts'
import { route } from '../http/endpoint.ts'
import type { Services } from '../http/services.ts'
import type { Caches } from './caches.ts'
import { removeFromCache } from './remove-from-cache.ts'

interface Caching extends Services {
  caches: Caches
}

const shownRemovals = 20

/** The services have the wall clock: caches know no other time. */
export function cacheRoutes(app: FastifyInstance, services: Caching): void {
  const { caches } = services
  route(app, services, listCachesEndpoint, listCachesSchemas, (trx) => listed(trx, caches), { as: () => 'provider' })
  const remove = removeFromCacheEndpoint
  route(
    app,
    services,
    remove,
    removeFromCacheSchemas,
    async (trx, { actor, body, now }) => {
      const was_there = await removeFromCache(trx, actor, body, now, caches)
      return { answer: { ...(await listed(trx, caches)), was_there } }
    },
    { as: () => 'provider' },
  )
}

async function listed(db: Reader, caches: Caches): Promise<Listed> {
  const used = []
  // One connection answers one statement at a time.
  for (const name of cacheNames) used.push(await caches.use(db, name))
  const removals = await db
    .selectFrom('cache_removal')
    .select(['at', 'cache', 'key', 'removed_by'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownRemovals)
    .execute()
  return { caches: used, removals }
}
