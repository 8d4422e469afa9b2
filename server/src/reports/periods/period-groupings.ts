import type { PeriodCategory, PeriodGroup } from '@kontor/contract/reports/period-report.rules'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Grouping } from '../../insights/figures.ts'
import { cubeRollup, dayRollup, processorRollup } from '../../insights/rollups/rollup-tables.ts'

interface Periods {
  category: PeriodCategory
  group: PeriodGroup
  time_zone: string
  /** The statuses that count apart. */
  statuses: readonly string[]
}

/** What every figure of a period report is known by: `{first day of the period since 1970}/{group}`, or the number of that day alone. */
export const periodKey = (
  { category }: Pick<Periods, 'category'>,
  day: RawBuilder<unknown>,
  value: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> => {
  const first = category === 'daily' ? day : sql`date_trunc('month', (${day})::timestamp)::date`
  const number = sql`((${first}) - date '1970-01-01')`
  return value ? sql`${number} || '/' || ${value}` : number
}

/** Groups by period and group, and tells statuses apart, from the smallest roll-up that has all three. */
export function byPeriod(periods: Periods): Grouping {
  const { group, time_zone, statuses } = periods
  const isApart = (status: RawBuilder<unknown>) => sql<SqlBool>`${status} = any(${statuses}::text[])`
  const day = sql`(r.created_at at time zone ${time_zone})::date`
  const ofRows = (value?: RawBuilder<unknown>) => {
    const key = periodKey(periods, day, value)
    return { pending: key, raw: key, apart: isApart(sql`r.status`) }
  }
  const storedBy = (value?: RawBuilder<unknown>) => ({ stored: periodKey(periods, sql`s.day`, value) })
  const withStatus = (status: RawBuilder<unknown>) => ({ counted: countedWhere(sql`true`, isApart(status)) })
  switch (group) {
    case 'payment_product':
      return {
        table: cubeRollup,
        ...storedBy(sql`s.payment_product`),
        ...withStatus(sql`s.status`),
        ...ofRows(sql`r.payment_product`),
      }
    case 'processor':
      return {
        table: processorRollup,
        rows: byProcessor,
        ...storedBy(sql`s.processor_id`),
        ...withStatus(sql`s.status`),
        ...ofRows(sql`coalesce(r.processor_id::text, '')`),
      }
    case 'status':
      return {
        table: dayRollup,
        which: sql`s.dimension = 'status'`,
        ...storedBy(sql`s.value`),
        ...withStatus(sql`s.value`),
        ...ofRows(sql`r.status`),
      }
    case 'merchant':
      return {
        ...ofWholeDays(statuses),
        ofEachMerchant: true,
        ...storedBy(sql`s.merchant_id`),
        ...ofRows(sql`r.merchant_id`),
      }
    default:
      return { ...ofWholeDays(statuses), ...storedBy(), ...ofRows() }
  }
}

/** The roll-up has no row of what reached no processor, such as a payment that was blocked: that is what the others leave of each status. */
const byProcessor = sql`
  select merchant_id, organisation_id, entity, processor_id::text as processor_id, day, status, currency_code, n, amount
    from statistics_day_processor
  union all
  select merchant_id, organisation_id, entity, '', day, status, currency_code, -n, -amount from statistics_day_processor
  union all
  select merchant_id, organisation_id, entity, '', day, value, currency_code, n, amount from statistics_day where dimension = 'status'`

/** The whole of a day, and those of its statuses that are told apart: few rows for each day, where there are many other statuses. */
const ofWholeDays = (statuses: readonly string[]) => ({
  table: dayRollup,
  which: sql<SqlBool>`s.dimension in ('all', 'status') and s.value = any(${['', ...statuses]}::text[])`,
  counted: countedWhere(sql`s.dimension = 'all'`, sql`s.dimension = 'status'`),
})

const countedWhere = (isWhole: RawBuilder<unknown>, isApart: RawBuilder<unknown>) => sql`
  case when ${isWhole} then s.n else 0 end as n, case when ${isWhole} then s.amount else 0 end as amount,
  case when ${isApart} then s.n else 0 end as apart_n, case when ${isApart} then s.amount else 0 end as apart_amount`
