import { z } from 'zod'
import { lineOfText, ofText } from '../wire.ts'
import { cacheNames } from './cache.rules.ts'

const instant = z.string().meta({ format: 'date-time' })

export const caches = z.object({
  caches: z.array(
    z.object({
      name: z.enum(cacheNames),
      count: z.int().meta({ description: 'Of a cache in memory: those of the process that answers' }),
      oldest_at: instant.nullable().meta({ description: 'When the oldest one was put there' }),
    }),
  ),
  removals: z
    .array(z.object({ at: instant, cache: z.string(), key: z.string(), removed_by: z.string() }))
    .meta({ description: 'The last 20, the newest first' }),
})
export type Caches = z.infer<typeof caches>

export const listCachesSchemas = { reply: caches }

export const removeFromCacheSchemas = {
  body: z.strictObject({
    cache: z.enum(cacheNames),
    key: lineOfText(200)
      .refine((text) => text.trim() !== '', ofText('required'))
      .meta({ description: '`card_fields`: the id of a processor; `day_volumes`: the id of a merchant' }),
  }),
  reply: caches.extend({
    was_there: z
      .boolean()
      .meta({ description: 'In the database, or in the memory of the process that answers. Others may have had it.' }),
  }),
}
