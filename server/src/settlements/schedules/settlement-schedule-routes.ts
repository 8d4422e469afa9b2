import {
  createSettlementScheduleEndpoint,
  deleteSettlementScheduleEndpoint,
  runSettlementScheduleEndpoint,
  settlementScheduleDatesEndpoint,
  skipSettlementScheduleEndpoint,
  updateSettlementScheduleEndpoint,
} from '@kontor/contract/settlements/schedules/settlement-schedule.endpoints'
import {
  createSettlementScheduleSchemas,
  deleteSettlementScheduleSchemas,
  runSettlementScheduleSchemas,
  settlementScheduleDatesSchemas,
  skipSettlementScheduleSchemas,
  updateSettlementScheduleSchemas,
} from '@kontor/contract/settlements/schedules/settlement-schedule.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { withinRequest } from '../runs/run-routes.ts'
import { createSettlementSchedule } from './create-settlement-schedule.ts'
import { deleteSettlementSchedule } from './delete-settlement-schedule.ts'
import { runSettlementSchedule } from './run-settlement-schedule.ts'
import { settlementScheduleSource } from './settlement-schedule.rows.ts'
import { settlementScheduleDates } from './settlement-schedule-dates.ts'
import { skipSettlementSchedule } from './skip-settlement-schedule.ts'
import { updateSettlementSchedule } from './update-settlement-schedule.ts'

export function settlementScheduleRoutes(app: FastifyInstance, services: Services): void {
  const { databases } = services
  entityRoutes(app, services, settlementScheduleSource)
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(settlementScheduleSource, trx, actor, id)
  const answer = answerRow(read)
  route(
    app,
    services,
    createSettlementScheduleEndpoint,
    createSettlementScheduleSchemas,
    async (trx, { actor, body, now }) => ({
      answer: await read(trx, actor, await createSettlementSchedule(trx, body, now)),
    }),
  )
  route(
    app,
    services,
    updateSettlementScheduleEndpoint,
    updateSettlementScheduleSchemas,
    answer((trx, { id, body }) => updateSettlementSchedule(trx, id, body)),
  )
  route(app, services, deleteSettlementScheduleEndpoint, deleteSettlementScheduleSchemas, async (trx, { id }) => {
    await deleteSettlementSchedule(trx, id)
    return { answer: null }
  })
  route(app, services, settlementScheduleDatesEndpoint, settlementScheduleDatesSchemas, (trx, { id }) =>
    settlementScheduleDates(trx, id),
  )
  route(
    app,
    services,
    skipSettlementScheduleEndpoint,
    skipSettlementScheduleSchemas,
    answer((trx, { id, body, now }) => skipSettlementSchedule(trx, id, body, now)),
  )
  route(app, services, runSettlementScheduleEndpoint, runSettlementScheduleSchemas, ({ actor, id, now, request }) =>
    runSettlementSchedule(actor, id, { databases, now: () => now, ...withinRequest(request) }),
  )
}
