import { defineEndpoint } from '../../endpoint.ts'
import { settlementSchedule } from './settlement-schedule.entity.ts'
import type * as schemas from './settlement-schedule.schemas.ts'

const { roles } = settlementSchedule
const shared = { area: 'settlement_schedule', module: 'collecting' } as const
const changes = ['settlement_schedule', 'settlement_profile'] as const

export const createSettlementScheduleEndpoint = defineEndpoint<typeof schemas.createSettlementScheduleSchemas>()({
  ...shared,
  name: 'create-settlement-schedule',
  method: 'POST',
  path: '/v1/psp/settlementschedule',
  summary: 'Create a settlement schedule',
  access: roles.create,
  status: 201,
  refusals: ['name_taken', 'limit_reached'],
  changes,
})

/** It counts from the next business day on: what is closed stays as it was settled. */
export const updateSettlementScheduleEndpoint = defineEndpoint<typeof schemas.updateSettlementScheduleSchemas>()({
  ...shared,
  name: 'update-settlement-schedule',
  method: 'POST',
  path: '/v1/psp/settlementschedule/:id',
  summary: 'Change a settlement schedule from the next business day on',
  access: roles.update,
  refusals: ['name_taken', 'settlement_schedule_default'],
  changes,
})

export const deleteSettlementScheduleEndpoint = defineEndpoint<typeof schemas.deleteSettlementScheduleSchemas>()({
  ...shared,
  name: 'delete-settlement-schedule',
  method: 'DELETE',
  path: '/v1/psp/settlementschedule/:id',
  summary: 'Delete a settlement schedule that nothing uses',
  access: roles.delete,
  status: 204,
  description: 'The details of a refusal say what uses it: numbers of profiles and settlements.',
  refusals: ['settlement_schedule_in_use', 'settlement_schedule_default'],
  changes,
})

export const settlementScheduleDatesEndpoint = defineEndpoint<typeof schemas.settlementScheduleDatesSchemas>()({
  ...shared,
  name: 'get-settlement-schedule-dates',
  method: 'GET',
  path: '/v1/psp/settlementschedule/:id/dates',
  summary: 'Get the next five days of a settlement schedule, and the days that each covers',
  access: roles.list,
})

export const skipSettlementScheduleEndpoint = defineEndpoint<typeof schemas.skipSettlementScheduleSchemas>()({
  ...shared,
  name: 'skip-settlement-schedule',
  method: 'POST',
  path: '/v1/psp/settlementschedule/:id/skip',
  summary: 'Skip the next day of a settlement schedule; the settlement after it covers its days too',
  access: roles.update,
  changes,
})

export const runSettlementScheduleEndpoint = defineEndpoint<typeof schemas.runSettlementScheduleSchemas>()({
  ...shared,
  name: 'run-settlement-schedule',
  method: 'POST',
  path: '/v1/psp/settlementschedule/:id/run',
  summary: 'Settle everything of a schedule now, through the last closed business day',
  access: roles.update,
  withoutTransaction: true,
  changes: ['settlement_schedule', 'settlement', 'psp_settlement'],
})
