import {
  cancelReportEndpoint,
  createReportEndpoint,
  deleteReportEndpoint,
  downloadReportEndpoint,
  listReportDownloadsEndpoint,
} from '@kontor/contract/reports/report.endpoints'
import {
  cancelReportSchemas,
  createReportSchemas,
  deleteReportSchemas,
  downloadReportSchemas,
  listReportDownloadsSchemas,
} from '@kontor/contract/reports/report.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { exportKinds } from '../platform/export/export-file.ts'
import { answerRow } from '../platform/http/answer-row.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { cancelReport } from './cancel-report.ts'
import { createReport } from './create-report.ts'
import { deleteReport } from './delete-report.ts'
import { reportSource } from './report.rows.ts'
import { listReportDownloads } from './report-downloads.ts'
import { reportSources } from './report-sources.ts'
import { sendReport } from './send-report.ts'

interface ReportServices extends Services {
  nudgeReports: () => void
}

export function reportRoutes(app: FastifyInstance, services: ReportServices): void {
  const { databases, masterKey, nudgeReports } = services
  const sources = reportSources(services)
  entityRoutes(app, services, reportSource)

  const read = (trx: Trx, actor: Actor, id: string) => requireRow(reportSource, trx, actor, id)
  const answer = answerRow(read)
  route(app, services, createReportEndpoint, createReportSchemas, async (trx, { actor, body, now }) => ({
    answer: await read(trx, actor, await createReport(trx, actor, body, now, sources)),
    begin: async () => nudgeReports(),
  }))
  route(
    app,
    services,
    cancelReportEndpoint,
    cancelReportSchemas,
    answer((trx, { actor, id, now }) => cancelReport(trx, actor, id, now)),
  )
  route(app, services, deleteReportEndpoint, deleteReportSchemas, async (trx, { actor, id }) => {
    await deleteReport(trx, actor, id)
    return { answer: null }
  })
  route(
    app,
    services,
    downloadReportEndpoint,
    downloadReportSchemas,
    (call) => sendReport(databases, masterKey, call),
    { fileTypes: [...new Set(Object.values(exportKinds).map(({ type }) => type))] },
  )
  route(app, services, listReportDownloadsEndpoint, listReportDownloadsSchemas, (trx, { actor, id }) =>
    listReportDownloads(trx, databases.provider, actor, id),
  )
}
