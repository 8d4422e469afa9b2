import type { Entity } from '@kontor/contract/entity'
import { type ListQuery, listParameters, parseListQuery } from '@kontor/contract/list-query'
import type { Query } from '@kontor/contract/query-string'
import { problemSchema, Refusal } from '@kontor/contract/refusal'
import { isAllowed, type Requirement } from '@kontor/contract/roles'
import { totalsSchema } from '@kontor/contract/totals'
import { rowSchema } from '@kontor/contract/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../db/actor.ts'
import { inTransaction, type Trx } from '../db/database.ts'
import { exportFile, exportKinds } from '../export/export-file.ts'
import { type AnyRow, countRows, getRow, hasOnePlan, listRows, type Source } from '../rows/list.ts'
import { populate } from '../rows/populate.ts'
import { totalsOf } from '../rows/totals.ts'
import type { Services } from './services.ts'

/** `GET` list, count, export and one row of an entity: the same for all of them. */
export function entityRoutes(
  app: FastifyInstance,
  services: Services,
  source: Source,
  reply: z.ZodType = rowSchema(source.entity),
  /** What rows have besides that is in no table. */
  complete: (trx: Trx, rows: AnyRow[]) => Promise<AnyRow[]> = async (_trx, rows) => rows,
): void {
  const { entity } = source
  const base = `/v1/${entity.resource}`
  const described = describedBy(entity)

  app.get(base, described('List', listParameters(entity), z.array(reply)), async (request) => {
    const { actor, query } = await understood(services, request, entity)
    const page = async (trx: Trx) => {
      const rows = await complete(trx, await listRows(source, trx, actor, query))
      return populate(services.sources, entity, trx, actor, rows, query.populate)
    }
    return inTransaction(services.databases, actor, page, { plans: hasOnePlan(source, query) ? 'generic' : 'auto' })
  })

  app.get(
    `${base}/count`,
    described('Count', listParameters(entity), z.object({ count: z.int() })),
    async (request) => {
      const { actor, query } = await understood(services, request, entity)
      const count = await inTransaction(
        services.databases,
        actor,
        async (trx) =>
          (await services.quickCount?.(trx, actor, entity.name, query)) ?? countRows(source, trx, actor, query),
      )
      return { count }
    },
  )

  if (entity.totals.length > 0) {
    app.get(
      `${base}/totals`,
      described('Add up, each currency for itself,', listParameters(entity), totalsSchema(entity)),
      async (request) => {
        const { actor, query } = await understood(services, request, entity)
        return inTransaction(services.databases, actor, (trx) => totalsOf(source, trx, actor, query))
      },
    )
  }

  app.get(`${base}/export`, described('Export', listParameters(entity)), async (request, response) => {
    const { actor, query } = await understood(services, request, entity)
    const file = await services.exports.during(actor, query.progress, (onRows) =>
      exportFile(services.databases, source, actor, query, onRows),
    )
    const day = services.clock.now().toISOString().slice(0, 10)
    return response
      .type(exportKinds[query.format].type)
      .header(
        'content-disposition',
        `attachment; filename="${entity.name}-${day}.${exportKinds[query.format].extension}"`,
      )
      .send(file)
  })

  app.get(`${base}/:id`, described('Get', undefined, reply), async (request) => {
    const { actor, query } = await understood(services, request, entity)
    return inTransaction(services.databases, actor, async (trx) => {
      const row = await getRow(source, trx, actor, idOf(request))
      if (!row) throw new Refusal('not_found')
      return (await populate(services.sources, entity, trx, actor, await complete(trx, [row]), query.populate))[0]
    })
  })
}

async function understood(
  services: Services,
  request: FastifyRequest,
  entity: Entity,
): Promise<{ actor: Actor; query: ListQuery }> {
  const actor = await services.authenticate(request)
  requireRole(actor, entity.roles.list)
  return { actor, query: listQueryOf(request, entity) }
}

/** The list query of a request; what the entity does not know is refused. */
export function listQueryOf(request: FastifyRequest, entity: Entity): ListQuery {
  const result = parseListQuery(entity, request.query as Query)
  if ('details' in result) throw new Refusal('invalid_request', result.details)
  return result.query
}

export function requireRole(actor: Actor, requirement: Requirement): void {
  if (!isAllowed(requirement, actor.roles)) {
    throw new Refusal('forbidden', { roles: requirement.map((group) => group.join(' + ')) })
  }
}

/** The id of the address in canonical form. One that cannot be an id is of nothing that exists. */
export function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Refusal('not_found')
  return id.toLowerCase()
}

function describedBy(entity: Entity) {
  return (verb: string, querystring?: z.ZodObject, reply?: z.ZodType) => ({
    schema: {
      tags: [entity.name],
      summary: `${verb} ${entity.name.replaceAll('_', ' ')}`,
      ...(querystring ? { querystring } : {}),
      response: { ...(reply ? { 200: reply } : {}), '4xx': problemSchema },
    },
  })
}
