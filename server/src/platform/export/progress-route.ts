import { problemSchema, Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { idOf } from '../http/entity-routes.ts'
import type { Services } from '../http/services.ts'

export function exportProgressRoute(app: FastifyInstance, services: Services): void {
  const schema = {
    tags: ['export'],
    summary: 'How many rows a file under way has so far, by the id that its export was given as _progress',
    response: { 200: z.object({ rows: z.int() }), '4xx': problemSchema },
  }
  app.get('/v1/export/:id', { schema }, async (request) => {
    const rows = services.exports.rowsOf(await services.authenticate(request), idOf(request))
    if (rows === undefined) throw new Refusal('not_found')
    return { rows }
  })
}
