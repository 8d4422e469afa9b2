import {
  createReportScheduleEndpoint,
  deleteReportScheduleEndpoint,
  runReportScheduleEndpoint,
  scheduleRecipientsEndpoint,
  updateReportScheduleEndpoint,
} from '@kontor/contract/reports/report-schedule.endpoints'
import {
  createReportScheduleSchemas,
  deleteReportScheduleSchemas,
  runReportScheduleSchemas,
  scheduleRecipientsSchemas,
  updateReportScheduleSchemas,
} from '@kontor/contract/reports/report-schedule.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { reportSources } from '../report-sources.ts'
import { createReportSchedule } from './create-report-schedule.ts'
import { deleteReportSchedule } from './delete-report-schedule.ts'
import { reportScheduleSource } from './report-schedule.rows.ts'
import { runReportSchedule } from './run-report-schedule.ts'
import { scheduleRecipients } from './schedule-recipients.ts'
import { updateReportSchedule } from './update-report-schedule.ts'

/** Accounts are read by the provider's role alone; what the actor sees limits them. */
const readsUsers = { as: () => 'provider' as const }

/** `services.clock` is the engine's: schedules keep to its time. */
export function reportScheduleRoutes(app: FastifyInstance, services: Services & { nudgeReports: () => void }): void {
  const { nudgeReports } = services
  const sources = reportSources(services)
  entityRoutes(app, services, reportScheduleSource)
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(reportScheduleSource, trx, actor, id)
  const answer = answerRow(read, async () => nudgeReports())
  route(
    app,
    services,
    createReportScheduleEndpoint,
    createReportScheduleSchemas,
    async (trx, { actor, body, now }) => ({
      answer: await read(trx, actor, await createReportSchedule(trx, actor, body, now, sources)),
    }),
    readsUsers,
  )
  route(
    app,
    services,
    updateReportScheduleEndpoint,
    updateReportScheduleSchemas,
    answer((trx, { actor, id, body, now }) => updateReportSchedule(trx, actor, id, body, now, sources)),
    readsUsers,
  )
  route(
    app,
    services,
    runReportScheduleEndpoint,
    runReportScheduleSchemas,
    answer((trx, { actor, id, now }) => runReportSchedule(trx, actor, id, now)),
  )
  route(
    app,
    services,
    scheduleRecipientsEndpoint,
    scheduleRecipientsSchemas,
    (trx, { actor, id }) => scheduleRecipients(trx, actor, id),
    readsUsers,
  )
  route(app, services, deleteReportScheduleEndpoint, deleteReportScheduleSchemas, async (trx, { actor, id }) => {
    await deleteReportSchedule(trx, actor, id)
    return { answer: null }
  })
}
