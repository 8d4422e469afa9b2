import { z } from 'zod'
import { uuid } from '../wire.ts'
import { mostCompared } from './processor-statistics.rules.ts'
import { moneyQuery, scopeQuery } from './statistics-query.ts'
import { processorCompareReply, processorStatisticsReply } from './statistics-reply.ts'

export const processorStatisticsSchemas = { query: scopeQuery, reply: processorStatisticsReply }
export const processorCompareSchemas = {
  query: moneyQuery.extend({
    ids: z
      .string()
      .transform((text) => [...new Set(text.split(','))])
      .pipe(z.array(uuid).min(1, 'required').max(mostCompared, 'too_many'))
      .meta({ description: 'The ids of the processors, separated by commas' }),
  }),
  reply: processorCompareReply,
}
