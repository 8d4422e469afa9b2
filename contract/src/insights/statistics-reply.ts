import { z } from 'zod'
import { currencyCode, sum, tooLarge } from '../wire.ts'

const instant = z.string().meta({ format: 'date-time' })
const volume = sum('Minor units of `currency_code`')
const too_large = tooLarge.optional()
const figures = { count: z.int(), volume, too_large }
/** The amount of one payment or refund, not a sum. */
const amount = z.int().meta({ description: 'Minor units of `currency_code`' })

/** The first and the last instant: the `created_at>` and `created_at<` of the list that shows these rows. */
const range = { from: instant, to: instant }

/** The scope of the figures: their range and time zone. */
const of = {
  ...range,
  /** The caller's time zone; days and hours are cut in it. */
  time_zone: z.string(),
}

const ownAmounts = z
  .object({
    currency_code: currencyCode,
    count: z.int(),
    volume: sum('Minor units of its own currency'),
    too_large,
  })
  .meta({ id: 'own_amounts' })

/**
 * Rates that amounts of other currencies were converted with. Each currency's total is converted once and rounded half
 * to even (docs/adr/0042).
 */
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
    /** Currencies of the range that have no rate: their rows are counted, but their amounts are in no sum. */
    without_rate: z.array(ownAmounts),
  })
  .meta({ id: 'conversion' })

/** Amounts of different currencies are never added up without conversion. */
const money = {
  ...of,
  currency_code: currencyCode,
  base_currency: currencyCode,
  conversion: conversionReply.nullable().meta({
    description:
      'Null: figures of currency_code alone. Otherwise figures of all currencies, with amounts converted to currency_code.',
  }),
  /** Every currency with rows in the range, the most used first. */
  currencies: z.array(ownAmounts),
}

/** `period` is the first day (`2026-10-01`) of a day, week (its Monday) or month, and the first instant of an hour. */
const point = {
  period: z.string(),
  ...range,
  unfinished: z.boolean().meta({ description: 'True of the period in which it is now' }),
}

/** Every period of the range, without gaps. */
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

/** Percentages with two decimals. Null: the earlier value was zero. */
const growth = z.number().nullable()
const compared = <T extends z.ZodType>(value: T) => ({
  total: value,
  /** The value of the period in which the range ends. */
  current: value,
  growth: z.object({ average: growth, total: growth, current: growth }),
})
/** Averages are per period that has begun. */
const countTotal = z.object({ average: z.number(), ...compared(z.int()) })
const volumeTotal = z.object({ average: volume, ...compared(volume), too_large })

/** The earlier stretches that the growth compares with: one for the range, one for the period. */
const stretches = {
  period: z.string(),
  previous: z.object(range),
  current: z.object({ ...range, unfinished: z.boolean() }),
  previous_current: z.object(range),
}
export const totalReply = z.object({ ...money, ...stretches, count: countTotal, volume: volumeTotal })
export const countTotalReply = z.object({ ...of, ...stretches, count: countTotal })

/** Days up to the same time of day. Every currency of one of them is there, the most used today first. */
const sameHours = { today: z.object(range), yesterday: z.object(range), week_ago: z.object(range) }
export const todayReply = z.object({
  time_zone: z.string(),
  ...sameHours,
  /** The statuses that count. */
  statuses: z.array(z.string()),
  currencies: z.array(
    z.object({
      currency_code: currencyCode,
      today: z.object(figures),
      yesterday: z.object({ ...figures, growth }),
      week_ago: z.object({ ...figures, growth }),
    }),
  ),
})

/** One item per value, the most frequent first. `value` is null for rows whose value is not known. */
export const breakdownReply = z.object({
  ...money,
  items: z.array(z.object({ value: z.string().nullable(), ...figures })),
})
export const countBreakdownReply = z.object({
  ...of,
  items: z.array(z.object({ value: z.string(), count: z.int() })),
})

/**
 * Exactly the specification's shape: only countries. The headers `kontor-range`, `kontor-currency` and
 * `kontor-currencies` describe the scope of the figures.
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
/** The number of payments that passed each status, out of all that were begun. */
export const lifecycleReply = z.object({
  ...money,
  items: z.array(
    z.object({ name: z.string(), ...figures, count_percentage: percentage, volume_percentage: percentage }),
  ),
  /** The number of payments that went from one status to the next. */
  ways: z.array(z.object({ from: z.string(), to: z.string(), count: z.int() })),
})

/** Every weekday, Monday (1) first, with each of its hours. */
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

/** `=`: both are equal, or both are zero. */
const sign = z.enum(['>', '<', '='])
const turnover = {
  currency_code: currencyCode,
  /** Turnover of successful payments in the 24 hours up to `until`. */
  last24hours: volume,
  count: z.int(),
  /** The 24 hours before those. */
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
    merchant_name: z.string(),
    /** Turnover in the base currency. */
    ...turnover,
    /** Percentage more or less than yesterday, with two decimals. Null: there is nothing to compare with. */
    diff: z.number().nullable(),
    sign,
    conversion: conversionReply,
    /** Turnover per currency, not converted. */
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
        /** Successful payments as a percentage of all that were begun, with two decimals. Null: none were begun. */
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
