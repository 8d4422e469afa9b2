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
import { type Actor, lacksModule } from '../../platform/db/actor.ts'
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
  // Over all merchants this is the provider's connection already: a second one of the same pool would wait for the first.
  const ofLedger =
    (trx: Trx, actor: Actor) =>
    <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
      actor.scope.merchant === null ? work(trx) : inTransaction(databases, actor, work, { as: 'provider' })
  const asked = <Q>(trx: Trx, { actor, query, now }: { actor: Actor; query: Q; now: Date }) => ({
    ...{ actor, query, now },
    withLedger: collects && !lacksModule(actor, { module: 'collecting' }) ? ofLedger(trx, actor) : undefined,
  })
  route(app, services, periodReportEndpoint, periodReportSchemas, async (trx, call) =>
    onWire<ReplyOf<typeof periodReportEndpoint>>(await periodReport(trx, asked(trx, call))),
  )
  route(app, services, pspPeriodReportEndpoint, pspPeriodReportSchemas, async (trx, call) =>
    onWire<ReplyOf<typeof pspPeriodReportEndpoint>>(await pspPeriodReport(trx, asked(trx, call))),
  )
  route(
    app,
    services,
    exportPeriodReportEndpoint,
    exportPeriodReportSchemas,
    async (call) =>
      sendPeriodReport(
        call.reply,
        await inTransaction(databases, call.actor, (trx) => periodReport(trx, asked(trx, call))),
      ),
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
        await inTransaction(databases, call.actor, (trx) => pspPeriodReport(trx, asked(trx, call))),
      ),
    workbook,
  )
}
