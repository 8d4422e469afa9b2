import {
  auditTrailContentEndpoint,
  auditTrailFailuresEndpoint,
  pspAuditTrailContentEndpoint,
  pspAuditTrailFailuresEndpoint,
} from '@kontor/contract/audit-trail/audit-trail.endpoints'
import { auditTrailContentSchemas, auditTrailFailuresSchemas } from '@kontor/contract/audit-trail/audit-trail.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { auditTrailContent, ownAuditTrailContent } from './audit-trail-content.ts'
import { auditTrailItemSource, pspAuditTrailItemSource } from './audit-trail-item.rows.ts'
import { listFailures } from './failures.ts'

export function auditTrailRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, auditTrailItemSource)
  entityRoutes(app, services, pspAuditTrailItemSource)

  const asProvider = { as: () => 'provider' as const }
  route(
    app,
    services,
    auditTrailFailuresEndpoint,
    auditTrailFailuresSchemas,
    async (trx, { actor, now }) => listFailures(auditTrailItemSource, trx, actor, now),
    asProvider,
  )
  route(
    app,
    services,
    pspAuditTrailFailuresEndpoint,
    auditTrailFailuresSchemas,
    async (trx, { actor, now }) => listFailures(pspAuditTrailItemSource, trx, actor, now),
    asProvider,
  )
  route(
    app,
    services,
    auditTrailContentEndpoint,
    auditTrailContentSchemas,
    async (trx, { actor, id }) =>
      ownAuditTrailContent(trx, actor, await requireRow(auditTrailItemSource, trx, actor, id)),
    asProvider,
  )
  route(
    app,
    services,
    pspAuditTrailContentEndpoint,
    auditTrailContentSchemas,
    async (trx, { actor, id }) =>
      auditTrailContent(trx, actor, await requireRow(pspAuditTrailItemSource, trx, actor, id)),
    asProvider,
  )
}
