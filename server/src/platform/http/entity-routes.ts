import { countryCodes } from '@kontor/contract/codes/countries'
import type { Entity } from '@kontor/contract/entity'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { entitySchemas } from '@kontor/contract/entity-schemas'
import { type ListQuery, parseListQuery } from '@kontor/contract/lists/list-query'
import type { Query } from '@kontor/contract/lists/query-string'
import { isCurrencyCode } from '@kontor/contract/money'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { historyOf } from '../changes/history.ts'
import type { Actor } from '../db/actor.ts'
import type { Trx } from '../db/database.ts'
import { exportFile, exportKinds } from '../export/export-file.ts'
import { type AnyRow, countRows, hasOnePlan, listRows, requireRow, type Source } from '../rows/list.ts'
import { populate } from '../rows/populate.ts'
import { totalsOf } from '../rows/totals.ts'
import { dayIn } from '../time/day-in.ts'
import { route } from './endpoint.ts'
import type { Services } from './services.ts'

/** The list, count, export, single row and history of an entity (`GET`), the same for all entities. */
export function entityRoutes(
  app: FastifyInstance,
  services: Services,
  source: Source,
  shape?: z.ZodType,
  /** Adds fields to rows that come from no table. */
  complete: (trx: Trx, rows: AnyRow[]) => Promise<AnyRow[]> = async (_trx, rows) => rows,
): void {
  listRoutes(app, services, source, shape, complete)
  const { entity } = source
  const { endpoints, schemas, reading, asked, populated } = readingOf(services, source, shape)
  route(
    app,
    services,
    endpoints.get,
    schemas.get,
    async (trx, { actor, id, query: of }) => {
      const row = await requireRow(source, trx, actor, id)
      const [answer] = await populated(trx, actor, await complete(trx, [row]), of.populate)
      return answer ?? row
    },
    { ...reading, query: asked(schemas.get) },
  )
  if (entity.hasHistory)
    route(
      app,
      services,
      endpoints.history,
      schemas.history,
      async (trx, { actor, id }) => {
        const row = await requireRow(source, trx, actor, id)
        if (source.isLent?.(row)) throw new Refusal('not_found')
        const accounts = source.as === 'provider' ? trx : services.databases.provider
        return historyOf(trx, { sources: services.sources, accounts }, actor, entity, row)
      },
      { as: () => source.as },
    )
}

/** The list, count, totals and export alone, for rows without an address of their own. */
export function listRoutes(
  app: FastifyInstance,
  services: Services,
  source: Source,
  shape?: z.ZodType,
  complete: (trx: Trx, rows: AnyRow[]) => Promise<AnyRow[]> = async (_trx, rows) => rows,
): void {
  const { entity } = source
  const { endpoints, schemas, reading, asked, populated } = readingOf(services, source, shape)
  const list = async (trx: Trx, { actor, query: of }: { actor: Actor; query: ListQuery }) =>
    populated(trx, actor, await complete(trx, await listRows(source, trx, actor, of)), of.populate)
  route(app, services, endpoints.list, schemas.list, list, {
    ...reading,
    query: asked(schemas.list),
    plans: ({ query: of }) => (hasOnePlan(source, of) ? 'generic' : 'auto'),
  })
  route(
    app,
    services,
    endpoints.count,
    schemas.count,
    async (trx, { actor, query: of }) => ({ count: await countOf(services, source, trx, actor, of) }),
    { ...reading, query: asked(schemas.count) },
  )
  if (entity.totals.length > 0) {
    const totals = (trx: Trx, { actor, query: of }: { actor: Actor; query: ListQuery }) =>
      totalsOf(source, trx, actor, of)
    route(app, services, endpoints.totals, schemas.totals, totals, { ...reading, query: asked(schemas.totals) })
  }
  route(
    app,
    services,
    endpoints.export,
    schemas.export,
    async ({ actor, query: of, reply }) => {
      const file = await services.exports.during(actor, of.progress, (onRows) =>
        exportFile(services.databases, source, actor, of, onRows),
      )
      const { type, extension } = exportKinds[of.format]
      const day = dayIn(actor.time_zone, services.clock.now())
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${entity.name}-${day}.${extension}"`)
        .send(file)
    },
    { query: asked(schemas.export), fileTypes: Object.values(exportKinds).map(({ type }) => type) },
  )
}

function readingOf(services: Services, source: Source, shape: z.ZodType | undefined) {
  const { entity } = source
  const asked = (of: { query: z.ZodType }) => {
    const read = listReaderOf(entity, of)
    return (request: FastifyRequest) => {
      requireKnownWords(source, request.query as Query)
      return read(request)
    }
  }
  return {
    ...{ endpoints: entityEndpoints(entity), schemas: entitySchemas(entity, shape) },
    ...{ reading: { as: () => source.as }, asked },
    populated: (trx: Trx, actor: Actor, rows: AnyRow[], names: string[]) =>
      populate(services.sources, entity, trx, actor, rows, names),
  }
}

/** The number of rows of a list, by the quickest exact way. */
export const countOf = async (
  { quickCount }: Pick<Services, 'quickCount'>,
  source: Source,
  trx: Trx,
  actor: Actor,
  query: ListQuery,
): Promise<number> =>
  (await quickCount?.(trx, actor, source.entity.name, query)) ?? (await countRows(source, trx, actor, query))

/**
 * Reads the list query of a request. What a list takes and this schema does not is refused, such as the page of a count or a filter
 * of one row, and so is a field that the entity does not have. The names are looked at here, because this reads the query in the
 * place of the schema.
 */
export function listReaderOf(entity: Entity, { query: schema }: { query: z.ZodType }) {
  const taken = new Set(Object.keys((schema as unknown as z.ZodObject).shape))
  return (request: FastifyRequest): ListQuery => {
    const query = request.query as Query
    const result = parseListQuery(entity, query)
    const others = Object.keys(query).filter((name) => !taken.has(name))
    const unknown = Object.fromEntries(others.map((name) => [`query.${name}`, 'unknown']))
    if ('details' in result) throw new Refusal('invalid_request', { ...result.details, ...unknown })
    if (others.length > 0) throw new Refusal('invalid_request', unknown)
    requireKnownCodes(entity, query)
    return result.query
  }
}

const countries: readonly string[] = countryCodes

/** The codes are no part of the grammar, because the browser reads addresses before it has the list of countries. */
function requireKnownCodes({ filters, fields }: Entity, query: Query): void {
  for (const field of Object.keys(filters)) {
    const kind = fields[field]?.kind
    if (kind !== 'country' && kind !== 'currency') continue
    const isKnown = kind === 'country' ? (code: string) => countries.includes(code) : isCurrencyCode
    for (const parameter of [field, `${field}[]`])
      if (![query[parameter] ?? []].flat().filter(Boolean).every(isKnown))
        throw new Refusal('invalid_request', { [`query.${parameter}`]: `invalid_${kind}` })
  }
}

/** A word that no row can have is refused, as a value is that no choice has. */
function requireKnownWords({ words = {} }: Source, query: Query): void {
  for (const [field, known] of Object.entries(words))
    for (const parameter of [field, `${field}[]`]) {
      const asked = [query[parameter] ?? []].flat().filter(Boolean)
      if (asked.some((word) => !known().includes(word)))
        throw new Refusal('invalid_request', { [`query.${parameter}`]: 'invalid_value' })
    }
}
