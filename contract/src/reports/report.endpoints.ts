import { defineEndpoint } from '../endpoint.ts'
import { report } from './report.entity.ts'
import type * as schemas from './report.schemas.ts'

const { roles } = report
const shared = { area: 'report', changes: ['report'] } as const

/** The roles of its list are needed too, now and when the file is made. */
export const createReportEndpoint = defineEndpoint<typeof schemas.createReportSchemas>()({
  ...shared,
  name: 'create-report',
  method: 'POST',
  path: '/v1/report',
  summary: 'Make a report of a list, in the background',
  access: roles.create,
  personOnly: true,
  status: 201,
  refusals: ['limit_reached', 'reports_pending', 'report_space_used'],
})

export const cancelReportEndpoint = defineEndpoint<typeof schemas.cancelReportSchemas>()({
  ...shared,
  name: 'cancel-report',
  method: 'POST',
  path: '/v1/report/:id/cancel',
  summary: 'Make a waiting or running report no further',
  access: roles.create,
  personOnly: true,
  refusals: ['report_over'],
})

export const deleteReportEndpoint = defineEndpoint<typeof schemas.deleteReportSchemas>()({
  ...shared,
  name: 'delete-report',
  method: 'DELETE',
  path: '/v1/report/:id',
  summary: 'Delete a report and its file',
  access: roles.delete,
  personOnly: true,
  status: 204,
  refusals: ['report_pending'],
})

export const downloadReportEndpoint = defineEndpoint<typeof schemas.downloadReportSchemas>()({
  name: 'download-report',
  method: 'GET',
  path: '/v1/report/:id/download',
  area: 'report',
  summary: 'Download the file of a report',
  description:
    'Takes `Range: bytes=…` of one range, so that a download can go on where it broke off. An expired file is answered as not found.',
  access: roles.list,
  gives: 'file',
  refusals: ['report_pending'],
})

export const listReportDownloadsEndpoint = defineEndpoint<typeof schemas.listReportDownloadsSchemas>()({
  name: 'list-report-downloads',
  method: 'GET',
  path: '/v1/report/:id/download-record',
  area: 'report',
  summary: 'List who downloaded a report, newest first',
  description: 'At most 100.',
  access: roles.list,
})
