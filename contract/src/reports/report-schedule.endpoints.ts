import { defineEndpoint } from '../endpoint.ts'
import { reportSchedule } from './report-schedule.entity.ts'
import type * as schemas from './report-schedule.schemas.ts'

const { roles } = reportSchedule
const shared = { area: 'report_schedule', changes: ['report_schedule', 'report'] } as const

export const createReportScheduleEndpoint = defineEndpoint<typeof schemas.createReportScheduleSchemas>()({
  ...shared,
  name: 'create-report-schedule',
  method: 'POST',
  path: '/v1/reportschedule',
  summary: 'Let a report come by itself',
  access: roles.create,
  personOnly: true,
  status: 201,
  refusals: ['limit_reached'],
})

/** Whoever changes it owns it then: it must not reach further than its last editor. */
export const updateReportScheduleEndpoint = defineEndpoint<typeof schemas.updateReportScheduleSchemas>()({
  ...shared,
  name: 'update-report-schedule',
  method: 'POST',
  path: '/v1/reportschedule/:id',
  summary: 'Change, pause or resume a schedule of reports; the caller owns it then',
  access: roles.update,
  personOnly: true,
})

export const deleteReportScheduleEndpoint = defineEndpoint<typeof schemas.deleteReportScheduleSchemas>()({
  ...shared,
  name: 'delete-report-schedule',
  method: 'DELETE',
  path: '/v1/reportschedule/:id',
  summary: 'Delete a schedule; its reports stay',
  access: roles.delete,
  personOnly: true,
  status: 204,
})

export const runReportScheduleEndpoint = defineEndpoint<typeof schemas.runReportScheduleSchemas>()({
  ...shared,
  name: 'run-report-schedule',
  method: 'POST',
  path: '/v1/reportschedule/:id/run',
  summary: 'Make the report of a schedule now, as if it were due at this moment',
  access: roles.update,
  personOnly: true,
  refusals: ['limit_reached', 'reports_pending', 'report_space_used'],
})

export const scheduleRecipientsEndpoint = defineEndpoint<typeof schemas.scheduleRecipientsSchemas>()({
  name: 'schedule-recipients',
  area: 'report_schedule',
  method: 'GET',
  path: '/v1/reportschedule/:id/recipients',
  summary: 'Get which recipients of a schedule can open its report now',
  access: roles.list,
})
