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
import type { Actor } from '../../platform/db/actor.ts'
import { inTransaction, type Trx } from '../../platform/db/database.ts'
import { exportKinds } from '../../platform/export/export-file.ts'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { onWire } from '../../platform/sums.ts'
import { sendPeriodReport } from './period-file.ts'
import { periodReport, pspPeriodReport } from './period-report.ts'

const workbook = { fileTypes: [exportKinds.xlsx.type] }

export function periodReportRoutes(app: FastifyInstance, services: Services): void {
  const { databases } = services
  const collects = services.modules.includes('collecting')
  const asked = <Q>({ actor, query, now }: { actor: Actor; query: Q; now: Date }) => ({
    ...{ actor, query, now },
    withLedger: collects
      ? <T>(work: (trx: Trx) => Promise<T>) => inTransaction(databases, actor, work, { as: 'provider' })
      : undefined,
  })
  route(app, services, periodReportEndpoint, periodReportSchemas, async (trx, call) =>
    onWire<ReplyOf<typeof periodReportEndpoint>>(await periodReport(trx, asked(call))),
  )
  route(app, services, pspPeriodReportEndpoint, pspPeriodReportSchemas, async (trx, call) =>
    onWire<ReplyOf<typeof pspPeriodReportEndpoint>>(await pspPeriodReport(trx, asked(call))),
  )
  route(
    app,
    services,
    exportPeriodReportEndpoint,
    exportPeriodReportSchemas,
    async (call) =>
      sendPeriodReport(call.reply, await inTransaction(databases, call.actor, (trx) => periodReport(trx, asked(call)))),
    workbook,
  )
  route(
    app,
    services,
    exportPspPeriodReportEndpoint,
    exportPspPeriodReportSchemas,
    async (call) =>
      sendPeriodReport(
        call.reply,
        await inTransaction(databases, call.actor, (trx) => pspPeriodReport(trx, asked(call))),
      ),
    workbook,
  )
}
