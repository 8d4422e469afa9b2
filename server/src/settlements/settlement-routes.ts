import type { FastifyInstance } from 'fastify'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { invoiceRoutes } from './invoices/invoice-routes.ts'
import { settlementProfileRoutes } from './profiles/settlement-profile-routes.ts'
import { runRoutes } from './runs/run-routes.ts'
import { settlementScheduleRoutes } from './schedules/settlement-schedule-routes.ts'
import { pspSettlementSource, settlementSource } from './settlement.rows.ts'

export function settlementRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, settlementSource)
  entityRoutes(app, services, pspSettlementSource)
  settlementScheduleRoutes(app, services)
  settlementProfileRoutes(app, services)
  runRoutes(app, services)
  invoiceRoutes(app, services)
}
