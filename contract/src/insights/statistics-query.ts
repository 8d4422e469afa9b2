import { z } from 'zod'
import { instantOrDay, parametersOfView } from '../lists/list-query.ts'
import { knownCurrency } from '../wire.ts'
import { periods } from './statistics.rules.ts'

/**
 * Both ends belong to the range, as in lists. A day without a time is the whole day in the caller's zone. The default
 * beginning is one month before the end; the default end is now.
 */
const range = {
  'created_at>': instantOrDay.optional().meta({
    description: 'The first instant or day. By default a month before the end',
  }),
  'created_at<': instantOrDay.optional().meta({
    description: 'The last instant or day of the caller’s zone, included. By default now',
  }),
}

/**
 * Figures are in one currency: by default the currency with the most rows in the range. `in_base_currency` adds all
 * currencies up, converted to the base currency of the merchant (of the provider, over all merchants).
 */
const currency = {
  currency_code: knownCurrency.optional().meta({ description: 'Only figures of this currency' }),
  in_base_currency: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({
      description:
        'true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code',
    }),
}

const period = { period: z.enum(periods).default('day').meta({ description: 'The length of a period' }) }

const limit = {
  _limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must_be_an_integer')
    .transform(Number)
    .pipe(z.int().min(1, 'too_small').max(100, 'too_large'))
    .default(10)
    .meta({ description: 'The number of rows, 1 to 100' }),
}

export const scopeQuery = z.strictObject(parametersOfView)
export const rangeQuery = z.strictObject({ ...parametersOfView, ...range })
export const moneyQuery = z.strictObject({ ...parametersOfView, ...range, ...currency })
export const seriesQuery = z.strictObject({ ...parametersOfView, ...range, ...period })
export const moneySeriesQuery = z.strictObject({ ...parametersOfView, ...range, ...period, ...currency })
export const rankingQuery = z.strictObject({ ...parametersOfView, ...range, ...currency, ...limit })
