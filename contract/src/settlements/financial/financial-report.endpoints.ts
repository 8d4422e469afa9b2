import { defineEndpoint } from '../../endpoint.ts'
import { financialReportRoles } from '../../roles.ts'
import type * as schemas from './financial-report.schemas.ts'

export const financialReportEndpoint = defineEndpoint<typeof schemas.financialReportSchemas>()({
  name: 'get-financial-report',
  method: 'GET',
  path: '/v1/financialreport',
  area: 'financial_report',
  module: 'collecting',
  summary: 'Get the balance of a merchant, and what a period added and took',
  description:
    'Amounts are counted on the day on which they become available, as settlements count them. A payout counts on the day after the last one that its settlement covers. A member of the provider names the merchant.',
  access: financialReportRoles,
})
