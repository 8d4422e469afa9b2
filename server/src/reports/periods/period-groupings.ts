import type { PeriodCategory, PeriodGroup } from '@kontor/contract/reports/period-report.rules'
import { type RawBuilder, sql } from 'kysely'
import type { Grouping } from '../../insights/figures.ts'
import { cubeRollup, dayRollup, processorRollup } from '../../insights/rollups/rollup-tables.ts'

interface Periods {
  category: PeriodCategory
  group: PeriodGroup
  time_zone: string
  /** The statuses whose figures are told apart. */
  statuses: readonly string[]
}

/** What every figure of a period report is known by: `{first day of the period since 1970}/{true or false: of the statuses}/{group}`. */
export const periodKey = (
  { category }: Periods,
  day: RawBuilder<unknown>,
  counts: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const first = category === 'daily' ? day : sql`date_trunc('month', (${day})::timestamp)::date`
  return sql`((${first}) - date '1970-01-01') || '/' || (${counts}) || '/' || ${value}`
}

export const isOf = (statuses: readonly string[], status: RawBuilder<unknown>) =>
  sql`${status} = any(${statuses}::text[])`

/** Groups by period, statuses and group, from the smallest roll-up that has all three. */
export function byPeriod(periods: Periods): Grouping {
  const { group, time_zone, statuses } = periods
  const storedBy = (status: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
    periodKey(periods, sql`s.day`, isOf(statuses, status), value)
  const day = sql`(r.created_at at time zone ${time_zone})::date`
  const ofRows = (value: RawBuilder<unknown>) => {
    const key = periodKey(periods, day, isOf(statuses, sql`r.status`), value)
    return { pending: key, raw: key }
  }
  const apart = (value: RawBuilder<unknown>) => ({
    ...toldApart(statuses),
    stored: periodKey(periods, sql`s.day`, sql`part.counts`, value),
  })
  const nothing = sql`''`
  switch (group) {
    case 'payment_product':
      return {
        table: cubeRollup,
        stored: storedBy(sql`s.status`, sql`s.payment_product`),
        ...ofRows(sql`r.payment_product`),
      }
    case 'processor':
      return {
        table: processorRollup,
        stored: storedBy(sql`s.status`, sql`s.processor_id`),
        ...ofRows(sql`coalesce(r.processor_id::text, '')`),
      }
    case 'status':
      return {
        table: dayRollup,
        which: sql`s.dimension = 'status'`,
        stored: storedBy(sql`s.value`, sql`s.value`),
        ...ofRows(sql`r.status`),
      }
    case 'merchant':
      return { ...apart(sql`s.merchant_id`), ofEachMerchant: true, ...ofRows(sql`r.merchant_id`) }
    default:
      return { ...apart(nothing), ...ofRows(nothing) }
  }
}

/** The whole of a day, and what of it has one of the statuses: few rows for each day, where there are many other statuses. */
const toldApart = (statuses: readonly string[]) =>
  ({
    table: dayRollup,
    which: sql<boolean>`s.dimension in ('all', 'status') and s.value = any(${['', ...statuses]}::text[])`,
    join: sql`join (values ('all', false, 1), ('status', true, 1), ('status', false, -1)) part(dimension, counts, sign)
      on part.dimension = s.dimension`,
    counted: sql`part.sign * s.n as n, part.sign * s.amount as amount`,
  }) as const
