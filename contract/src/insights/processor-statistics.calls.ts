import { z } from 'zod'
import { processor } from '../processors/processor.entity.ts'
import { uuid } from '../wire.ts'
import { defineStatistics } from './statistics-call.ts'
import { moneyQuery, scopeQuery } from './statistics-query.ts'
import { processorCompareReply, processorStatisticsReply } from './statistics-reply.ts'

const shared = { entity: 'processor', roles: processor.roles.list } as const

/** Money that a payment has brought in, or is about to: what a processor's turnover and conversion are made of. */
export const succeededStatuses = ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'] as const

/** In the order of the comparison (specification 000, section 4). */
export const comparedStatuses = [
  ...succeededStatuses,
  'DECLINED',
  'FAILED',
  'ABANDONED',
  'CANCELLED',
  'AUTHORIZATION_VOIDED',
] as const

export const mostCompared = 3

/** The last 24 hours of each active processor, the highest first. */
export const processorStatistics = defineStatistics({
  ...shared,
  path: '/v1/processor/statistics',
  summary: 'Turnover of each processor in the last 24 hours, against the 24 hours before',
  description:
    'What was authorized or settled, in the base currency, with the exchange rates that were used; the highest first.',
  query: scopeQuery,
  reply: processorStatisticsReply,
})

/** Without a range: the last 28 days, today included. */
export const processorCompare = defineStatistics({
  ...shared,
  path: '/v1/processor/compare',
  summary: 'Conversion, and count and amount per status, of up to three processors',
  description:
    'Without a range: the last 28 days, today included. Conversion is the part of all that was begun that succeeded.',
  query: moneyQuery.extend({
    ids: z
      .string()
      .transform((text) => [...new Set(text.split(','))])
      .pipe(z.array(uuid).min(1, 'required').max(mostCompared, 'too_many'))
      .meta({ description: 'Of the processors, separated by commas' }),
  }),
  reply: processorCompareReply,
})
