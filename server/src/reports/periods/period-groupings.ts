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
  { category, statuses }: Periods,
  day: RawBuilder<unknown>,
  status: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const first = category === 'daily' ? day : sql`date_trunc('month', (${day})::timestamp)::date`
  return sql`((${first}) - date '1970-01-01') || '/' || (${status} = any(${statuses}::text[])) || '/' || ${value}`
}

/** Groups by period, statuses and group, from the smallest roll-up that has all three. */
export function byPeriod(periods: Periods): Grouping {
  const { group, time_zone } = periods
  const keyOf = (day: RawBuilder<unknown>, status: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
    periodKey(periods, day, status, value)
  const day = sql`(r.created_at at time zone ${time_zone})::date`
  const rows = (value: RawBuilder<unknown>) => keyOf(day, sql`r.status`, value)
  const ofRows = (value: RawBuilder<unknown>) => ({ pending: rows(value), raw: rows(value) })
  const nothing = sql`''`
  switch (group) {
    case 'payment_product':
      return {
        table: cubeRollup,
        stored: keyOf(sql`s.day`, sql`s.status`, sql`s.payment_product`),
        ...ofRows(sql`r.payment_product`),
      }
    case 'processor':
      return {
        table: processorRollup,
        stored: keyOf(sql`s.day`, sql`s.status`, sql`s.processor_id`),
        ...ofRows(sql`coalesce(r.processor_id::text, '')`),
      }
    case 'status':
      return { ...byStatus, stored: keyOf(sql`s.day`, sql`s.value`, sql`s.value`), ...ofRows(sql`r.status`) }
    case 'merchant':
      return {
        ...byStatus,
        ofEachMerchant: true,
        stored: keyOf(sql`s.day`, sql`s.value`, sql`s.merchant_id`),
        ...ofRows(sql`r.merchant_id`),
      }
    default:
      return { ...byStatus, stored: keyOf(sql`s.day`, sql`s.value`, nothing), ...ofRows(nothing) }
  }
}

const byStatus = { table: dayRollup, which: sql<boolean>`s.dimension = 'status'` } as const
