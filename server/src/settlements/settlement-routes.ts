import type { FastifyInstance } from 'fastify'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { settlementProfileSource } from './profiles/settlement-profile.rows.ts'
import { settlementScheduleSource } from './schedules/settlement-schedule.rows.ts'
import { pspSettlementSource, settlementSource } from './settlement.rows.ts'

export function settlementRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, settlementSource)
  entityRoutes(app, services, pspSettlementSource)
  entityRoutes(app, services, settlementProfileSource)
  entityRoutes(app, services, settlementScheduleSource)
}
