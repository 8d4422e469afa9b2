import { defineEndpoint } from '../endpoint.ts'
import { processor } from '../processors/processor.entity.ts'
import type * as schemas from './processor-statistics.schemas.ts'

const shared = { method: 'GET', area: 'processor', access: processor.roles.list } as const

/** The last 24 hours of each active processor, the highest turnover first. */
export const processorStatisticsEndpoint = defineEndpoint<typeof schemas.processorStatisticsSchemas>()({
  ...shared,
  name: 'processor-statistics',
  path: '/v1/processor/statistics',
  summary: 'Turnover of each processor in the last 24 hours, against the 24 hours before',
  description:
    'Authorized and settled payments in the base currency, with the exchange rates that were used; the highest first.',
})

/** The default range is the last 28 days, including today. */
export const processorCompareEndpoint = defineEndpoint<typeof schemas.processorCompareSchemas>()({
  ...shared,
  name: 'compare-processors',
  path: '/v1/processor/compare',
  summary: 'Conversion, and count and amount per status, of up to three processors',
  description:
    'The default range is the last 28 days, today included. Conversion is the share of begun payments that succeeded.',
})
