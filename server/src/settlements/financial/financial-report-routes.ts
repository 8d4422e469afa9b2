import type { ReplyOf } from '@kontor/contract/endpoint'
import { financialReportEndpoint } from '@kontor/contract/settlements/financial/financial-report.endpoints'
import { financialReportSchemas } from '@kontor/contract/settlements/financial/financial-report.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { onWire } from '../../platform/sums.ts'
import { financialReport } from './financial-report.ts'

/** The provider's role reads it, because schedules are the provider's; the books that the actor sees limit it. */
export function financialReportRoutes(app: FastifyInstance, services: Services): void {
  route(
    app,
    services,
    financialReportEndpoint,
    financialReportSchemas,
    async (trx, { actor, query, now }) =>
      onWire<ReplyOf<typeof financialReportEndpoint>>(await financialReport(trx, actor, query, now)),
    { as: () => 'provider' },
  )
}
