import type { ReplyOf } from '@kontor/contract/endpoint'
import {
  exportPeriodReportEndpoint,
  exportPspPeriodReportEndpoint,
  periodReportEndpoint,
  pspPeriodReportEndpoint,
} from '@kontor/contract/reports/period-report.endpoints'
import {
  exportPeriodReportSchemas,
  exportPspPeriodReportSchemas,
  periodReportSchemas,
  pspPeriodReportSchemas,
} from '@kontor/contract/reports/period-report.schemas'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../platform/db/database.ts'
import { exportKinds } from '../../platform/export/export-file.ts'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { onWire } from '../../platform/sums.ts'
import { sendPeriodReport } from './period-file.ts'
import { periodReport } from './period-report.ts'

const workbook = { fileTypes: [exportKinds.xlsx.type] }

export function periodReportRoutes(app: FastifyInstance, services: Services): void {
  const { databases } = services
  route(app, services, periodReportEndpoint, periodReportSchemas, async (trx, { actor, query, now }) =>
    onWire<ReplyOf<typeof periodReportEndpoint>>(await periodReport(trx, actor, query, now)),
  )
  route(app, services, pspPeriodReportEndpoint, pspPeriodReportSchemas, async (trx, { actor, query, now }) =>
    onWire<ReplyOf<typeof pspPeriodReportEndpoint>>(await periodReport(trx, actor, query, now)),
  )
  route(
    app,
    services,
    exportPeriodReportEndpoint,
    exportPeriodReportSchemas,
    async ({ actor, query, now, reply }) =>
      sendPeriodReport(reply, await inTransaction(databases, actor, (trx) => periodReport(trx, actor, query, now))),
    workbook,
  )
  route(
    app,
    services,
    exportPspPeriodReportEndpoint,
    exportPspPeriodReportSchemas,
    async ({ actor, query, now, reply }) =>
      sendPeriodReport(reply, await inTransaction(databases, actor, (trx) => periodReport(trx, actor, query, now))),
    workbook,
  )
}
