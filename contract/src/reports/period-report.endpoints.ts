import { defineEndpoint } from '../endpoint.ts'
import { periodReportRoles, pspPeriodReportRoles } from './period-report.rules.ts'
import type * as schemas from './period-report.schemas.ts'

const reading = { method: 'GET', area: 'period_report' } as const

export const periodReportEndpoint = defineEndpoint<typeof schemas.periodReportSchemas>()({
  ...reading,
  name: 'get-period-report',
  path: '/v1/periodreport',
  summary: 'Get payments, refunds and chargebacks per day or month and currency',
  access: periodReportRoles,
})

export const exportPeriodReportEndpoint = defineEndpoint<typeof schemas.exportPeriodReportSchemas>()({
  ...reading,
  name: 'export-period-report',
  path: '/v1/periodreport/export',
  summary: 'Download the same as a workbook',
  access: periodReportRoles,
  gives: 'file',
})

export const pspPeriodReportEndpoint = defineEndpoint<typeof schemas.pspPeriodReportSchemas>()({
  ...reading,
  name: 'get-psp-period-report',
  path: '/v1/psp/periodreport',
  summary: 'Get payments, refunds and chargebacks of all merchants per day or month and currency',
  access: pspPeriodReportRoles,
})

export const exportPspPeriodReportEndpoint = defineEndpoint<typeof schemas.exportPspPeriodReportSchemas>()({
  ...reading,
  name: 'export-psp-period-report',
  path: '/v1/psp/periodreport/export',
  summary: 'Download the same as a workbook',
  access: pspPeriodReportRoles,
  gives: 'file',
})
