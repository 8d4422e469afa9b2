import { exportProgressEndpoint } from '@kontor/contract/export.endpoints'
import { exportProgressSchemas } from '@kontor/contract/export.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint.ts'
import type { Services } from '../http/services.ts'

export function exportProgressRoute(app: FastifyInstance, services: Services): void {
  route(app, services, exportProgressEndpoint, exportProgressSchemas, async ({ actor, id }) => {
    const rows = services.exports.rowsOf(actor, id)
    if (rows === undefined) throw new Refusal('not_found')
    return { rows }
  })
}
