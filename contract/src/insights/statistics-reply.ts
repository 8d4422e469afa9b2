import { z } from 'zod'
import { sum, tooLarge } from '../sums.ts'
import { currencyCode } from '../wire.ts'

const instant = z.string().meta({ format: 'date-time' })
const volume = sum('Minor units of `currency_code`')
const too_large = tooLarge.optional()
const figures = { count: z.int(), volume, too_large }
/** Of one payment or refund, not of several. */
const amount = z.int().meta({ description: 'Minor units of `currency_code`' })

/** From its first to its last instant: as `created_at>` and `created_at<` of the list that has these rows. */
const range = { from: instant, to: instant }

/** What the figures are figures of. */
const of = {
  ...range,
  /** Whose days and hours they are: the caller's. */
  time_zone: z.string(),
  /** The zone is not whole hours from UTC: days and hours of the day are cut at the nearest hour. The sum is exact. */
  rounded_to_hours: z.boolean(),
}

const ownAmounts = z
  .object({
    currency_code: currencyCode,
    count: z.int(),
    volume: sum('Minor units of its own currency'),
    too_large,
  })
  .meta({ id: 'own_amounts' })

/** With what amounts of other currencies were converted, each currency's total once, half to even (docs/adr/0042). */
export const conversionReply = z
  .object({
    rates: z.array(
      z.object({
        currency_code: currencyCode,
        day: z.string().meta({ format: 'date' }),
        per_euro: z.string().meta({ description: 'Units for one euro, as published' }),
        source: z.string(),
      }),
    ),
    /** Currencies of the range that have no rate: they count, but are in no amount. */
    without_rate: z.array(ownAmounts),
  })
  .meta({ id: 'conversion' })

/** Amounts of different currencies are never added up as they are. */
const money = {
  ...of,
  currency_code: currencyCode,
  base_currency: currencyCode,
  conversion: conversionReply
    .nullable()
    .meta({ description: 'Null: figures of currency_code alone. Else of all currencies, amounts converted to it.' }),
  /** Every currency that there are rows of in the range, the most used first. */
  currencies: z.array(ownAmounts),
}

/** Day, week (its Monday) and month: its first day, `2026-10-01`. Hour: its first instant. */
const point = { period: z.string(), ...range }

/** Each period of the range, without a gap. */
export const seriesReply = z.object({
  ...money,
  period: z.string(),
  points: z.array(z.object({ ...point, ...figures })),
})
export const countSeriesReply = z.object({
  ...of,
  period: z.string(),
  points: z.array(z.object({ ...point, count: z.int() })),
})

/** Percentages with two decimals. Null: there was nothing before to compare with. */
const growth = z.number().nullable()
const compared = <T extends z.ZodType>(value: T) => ({
  total: value,
  /** Of the period in which the range ends. */
  current: value,
  growth: z.object({ average: growth, total: growth, current: growth }),
})
/** Averages are per period that has begun. */
const countTotal = z.object({ average: z.number(), ...compared(z.int()) })
const volumeTotal = z.object({ average: volume, ...compared(volume), too_large })

/** What the growth compares with: the same stretch of the range, and of the period, before. */
const stretches = {
  period: z.string(),
  previous: z.object(range),
  current: z.object(range),
  previous_current: z.object(range),
}
export const totalReply = z.object({ ...money, ...stretches, count: countTotal, volume: volumeTotal })
export const countTotalReply = z.object({ ...of, ...stretches, count: countTotal })

/** One item per value, the most frequent first. `value` null: not known of these rows. */
export const breakdownReply = z.object({
  ...money,
  items: z.array(z.object({ value: z.string().nullable(), ...figures })),
})
export const countBreakdownReply = z.object({
  ...of,
  items: z.array(z.object({ value: z.string(), count: z.int() })),
})

/**
 * Exactly as the specification has it: countries alone. What they are figures of stands in the headers
 * `kontor-range`, `kontor-currency` and `kontor-currencies`.
 */
export const locationReply = z.array(
  z.object({
    location: z.object({ alpha2: z.string(), alpha3: z.string() }),
    volume: z
      .string()
      .regex(/^-?\d+$/)
      .meta({ description: 'Minor units' }),
  }),
)

const percentage = z.number().min(0).max(100)
/** How many of all that were begun have passed each status. */
export const lifecycleReply = z.object({
  ...money,
  items: z.array(
    z.object({ name: z.string(), ...figures, count_percentage: percentage, volume_percentage: percentage }),
  ),
})

/** Every weekday, Monday (1) first, with every hour of it. */
export const timeOfDayReply = z.object({
  ...money,
  weekdays: z.array(
    z.object({
      weekday: z.int().min(1).max(7),
      hours: z.array(z.object({ hour: z.int().min(0).max(23), ...figures })),
    }),
  ),
})

export const highestRefundsReply = z.object({
  ...money,
  items: z.array(
    z.object({
      id: z.string(),
      created_at: instant,
      last_status_update: instant,
      amount,
      reason: z.string().nullable(),
      status: z.string(),
      transaction: z.object({
        id: z.string(),
        merchant_reference: z.string(),
        amount,
        payment_product: z.string(),
      }),
      payment_profile: z.object({ id: z.string(), currency_code: currencyCode }),
      organisation: z.string(),
      merchant: z.string(),
    }),
  ),
})

export const bestCustomersReply = z.object({
  ...money,
  items: z.array(
    z.object({
      customer: z.object({
        id: z.string(),
        name: z.string().nullable(),
        city: z.string().nullable(),
        region: z.string().nullable(),
        country_code: z.string().nullable(),
        status: z.string(),
        organisation: z.string(),
        merchant: z.string(),
      }),
      ...figures,
    }),
  ),
})

/** `=`: the same, or nothing on either side. */
const sign = z.enum(['>', '<', '='])
const turnover = {
  currency_code: currencyCode,
  /** What succeeded in the 24 hours up to `until`. */
  last24hours: volume,
  count: z.int(),
  /** The 24 hours before. */
  yesterday: volume,
  too_large,
}
export const processorStatisticsReply = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    gateway: z.string(),
    gatewayLabel: z.string(),
    payment_product: z.string(),
    until: instant,
    merchant: z.string(),
    /** In the base currency. */
    ...turnover,
    /** Percent more or less than yesterday, with two decimals. Null: nothing to compare with. */
    diff: z.number().nullable(),
    sign,
    conversion: conversionReply,
    /** What was turned over in each currency, as it is. */
    currencies: z.array(z.object(turnover)),
  }),
)

const statusFigures = z.object({ count: z.int(), amount: volume, too_large })
export const processorCompareReply = z.object({
  ...money,
  processors: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      payment_product: z.string(),
      gateway: z.string(),
      transaction: z.object({
        /** Percent of all that was begun that succeeded, with two decimals. Null: nothing was begun. */
        conversion: z.number().nullable(),
        /** Every status of the comparison, in its order. */
        status: z.record(z.string(), statusFigures),
        count: z.int(),
        amount: volume,
        too_large,
      }),
    }),
  ),
})
