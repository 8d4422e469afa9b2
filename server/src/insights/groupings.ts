import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Offsets, toLocal } from '../platform/time/time-zone.ts'
import type { Grouping } from './figures.ts'
import { dayRollup, hourRollup, processorRollup } from './rollups/rollup-tables.ts'
import type { Span } from './span.ts'

export type Dimension =
  | 'all'
  | 'status'
  | 'payment_product'
  | 'payment_product_type'
  | 'country_code'
  | 'platform'
  | 'browser'
  | 'visited'

/** Groups by one dimension of the day roll-ups; the empty text stands for rows without a value. */
export function byDimension(dimension: Dimension): Grouping & { which: RawBuilder<SqlBool> } {
  const of = dimension === 'all' ? sql`''::text` : sql`coalesce(${sql.ref(`r.${dimension}`)}::text, '')`
  return {
    table: dayRollup,
    stored: sql`s.value`,
    pending: of,
    raw: of,
    which: sql`s.dimension = ${dimension}`,
  }
}

const nothing = { stored: sql`''::text`, pending: sql`''::text`, raw: sql`''::text` }

/** One group for everything: whole days, and whole hours at the ends. */
export const altogether: Grouping = { ...byDimension('all'), ...nothing, finer: { table: hourRollup, ...nothing } }

/** Groups by hours since 1970. */
export const byHour: Grouping = {
  table: hourRollup,
  stored: sql`s.hour`,
  pending: sql`floor(extract(epoch from r.created_at) / 3600)::int`,
  raw: sql`floor(extract(epoch from r.created_at) / 3600)::int`,
}

/** Groups by days since 1970, in the zone of the day roll-ups. */
export function byBusinessDay(timeZone: string, offsetAt: Offsets, spans: readonly Span[]): Grouping {
  const day = sql`(r.created_at at time zone ${timeZone})::date - date '1970-01-01'`
  const { table, which } = byDimension('all')
  const finer = byLocalDay(timeZone, offsetAt, spans)
  return { table, which, stored: sql`s.day - date '1970-01-01'`, pending: day, raw: day, finer }
}

/** Groups by days since 1970, in any zone. */
export const byLocalDay = (timeZone: string, offsetAt: Offsets, spans: readonly Span[]): Grouping =>
  byLocalTime(timeZone, offsetAt, spans, (seconds) => sql`(${seconds} / 86400)::int`)

/** Groups by the hour of the week in a zone: 0 is midnight of a Thursday, as on 1 January 1970. */
export const byHourOfWeek = (timeZone: string, offsetAt: Offsets, spans: readonly Span[]): Grouping =>
  byLocalTime(timeZone, offsetAt, spans, (seconds) => sql`(${seconds} / 3600 % 168)::int`)

/**
 * Groups by local time. An hour of the roll-up counts where its middle lies: exact in zones that are whole hours from
 * UTC, and the nearest possible in others. The offset of each hour comes from the few stretches between changes of the
 * clock.
 */
function byLocalTime(
  timeZone: string,
  offsetAt: Offsets,
  spans: readonly Span[],
  part: (localSeconds: ReturnType<typeof sql>) => ReturnType<typeof sql>,
): Grouping {
  const stretches = stretchesOf(spans, offsetAt)
  const seconds = (instant: ReturnType<typeof sql>) =>
    part(sql`floor(extract(epoch from (${instant}) at time zone ${timeZone}))::bigint`)
  const list = (of: (stretch: Stretch) => number) => sql`${stretches.map(of)}::int[]`
  return {
    table: hourRollup,
    stored: part(sql`(s.hour * 3600::bigint + 1800 + z.ahead)`),
    join: sql`join unnest(${list(({ from }) => from)}, ${list(({ to }) => to)}, ${list(({ ahead }) => ahead)})
      as z(first, until, ahead) on s.hour >= z.first and s.hour < z.until`,
    pending: seconds(sql`date_trunc('hour', r.created_at) + interval '30 minutes'`),
    raw: seconds(sql`r.created_at`),
  }
}

interface Stretch {
  /** Hours since 1970; `to` is not included. */
  from: number
  to: number
  /** Seconds ahead of UTC. */
  ahead: number
}

const week = 7 * 24
const hour = 3_600_000

/** The stretches between changes of the clock, which are always weeks apart. */
function stretchesOf(spans: readonly Span[], offsetAt: Offsets): Stretch[] {
  const aheadAt = (hours: number) => {
    const middle = (hours + 0.5) * hour
    return (toLocal(middle, offsetAt) - middle) / 1000
  }
  const end = Math.ceil(Math.max(...spans.map(({ to }) => to)) / hour)
  const stretches: Stretch[] = []
  let from = Math.floor(Math.min(...spans.map((span) => span.from)) / hour)
  for (let seen = from; seen < end; ) {
    const ahead = aheadAt(from)
    const next = Math.min(seen + week, end)
    if (aheadAt(next - 1) === ahead) {
      seen = next
      if (seen === end) stretches.push({ from, to: end, ahead })
      continue
    }
    const to = firstWith((hours) => aheadAt(hours) !== ahead, seen, next - 1)
    stretches.push({ from, to, ahead })
    from = to
    seen = to
  }
  return stretches
}

/** The first number with the property; the last number has it and the first has not. */
function firstWith(has: (number: number) => boolean, first: number, last: number): number {
  let [without, having] = [first - 1, last]
  while (having - without > 1) {
    const middle = Math.floor((without + having) / 2)
    if (has(middle)) having = middle
    else without = middle
  }
  return having
}

/** Groups by processor and status, as `{processor}/{status}`. */
export const byProcessorAndStatus: Grouping = {
  table: processorRollup,
  stored: sql`s.processor_id || '/' || s.status`,
  pending: sql`r.processor_id || '/' || r.status`,
  raw: sql`r.processor_id || '/' || r.status`,
}
