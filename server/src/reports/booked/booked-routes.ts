import type { FastifyInstance } from 'fastify'
import { listRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { bookedSources } from './booked-sources.ts'

export function bookedRoutes(app: FastifyInstance, services: Services): void {
  for (const source of bookedSources) listRoutes(app, services, source)
}
