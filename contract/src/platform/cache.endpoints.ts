import { defineEndpoint } from '../endpoint.ts'
import { superUser } from '../roles.ts'
import type * as schemas from './cache.schemas.ts'

export const listCachesEndpoint = defineEndpoint<typeof schemas.listCachesSchemas>()({
  name: 'list-caches',
  method: 'GET',
  path: '/v1/psp/cache',
  area: 'cache',
  summary: 'Get the caches of the server, and what was removed from them',
  access: superUser,
})

/** The next one who needs it makes it again. Every process removes it from its memory within seconds. */
export const removeFromCacheEndpoint = defineEndpoint<typeof schemas.removeFromCacheSchemas>()({
  name: 'remove-from-cache',
  method: 'POST',
  path: '/v1/psp/cache/remove',
  area: 'cache',
  summary: 'Remove a key from a cache',
  access: superUser,
  personOnly: true,
  changes: ['cache'],
})
