import { z } from 'zod'
import type { Entity, Row } from './entity.ts'
import type { EntityQuery } from './entity-endpoints.ts'
import { listParameters, parametersOfView } from './lists/list-query.ts'
import { totalsSchema } from './lists/totals.ts'
import { history } from './platform/history.ts'
import { rowSchema } from './wire.ts'

/** To make those of all entities takes a third of the time in which the API is put together. */
const known = new WeakMap<Entity, EntitySchemas<Entity>>()

type EntitySchemas<E extends Entity> = ReturnType<typeof makeSchemas<E>>

/** The shapes of `entityEndpoints`. `shape` describes a row that has more fields than its entity. */
export function entitySchemas<E extends Entity>(entity: E, shape?: z.ZodType): EntitySchemas<E> {
  if (shape) return makeSchemas(entity, shape)
  const made = known.get(entity) ?? makeSchemas<Entity>(entity)
  known.set(entity, made)
  return made as EntitySchemas<E>
}

function makeSchemas<E extends Entity>(entity: E, shape: z.ZodType = rowSchema(entity)) {
  // The schemas only describe the address, with the parameters that it takes; `parseListQuery` gives the type of the result.
  const parameters = listParameters(entity)
  const { _populate, '_populate[]': populateAny } = parameters.shape
  const ofRow = { _populate, '_populate[]': populateAny, ...parametersOfView }
  const ofPage = {
    _populate: true,
    '_populate[]': true,
    _limit: true,
    _skip: true,
    _after: true,
    _before: true,
  } as const
  const ofFile = { format: true, _columns: true, _progress: true } as const
  const ofAllRows = parameters.omit({ ...ofPage, ...ofFile, _sort: true }) as unknown as EntityQuery
  // A row with additional fields is still a row of the entity.
  const row = shape as z.ZodType<Row<E>>
  return {
    list: { query: parameters.omit(ofFile) as unknown as EntityQuery, reply: z.array(row) },
    count: { query: ofAllRows, reply: z.object({ count: z.int() }) },
    totals: { query: ofAllRows, reply: totalsSchema(entity) },
    // A file has every row, with the fields that are asked for.
    export: { query: parameters.omit(ofPage) as unknown as EntityQuery },
    get: { query: z.strictObject(ofRow) as unknown as EntityQuery, reply: row },
    history: { reply: history },
  }
}
