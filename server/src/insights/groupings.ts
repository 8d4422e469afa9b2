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

/** By one of the dimensions that days are kept by; the empty text where a row has no value. */
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

/** All together: whole days, at their ends whole hours. */
export const altogether: Grouping = { ...byDimension('all'), ...nothing, finer: { table: hourRollup, ...nothing } }

/** By the hours since 1970. */
export const byHour: Grouping = {
  table: hourRollup,
  stored: sql`s.hour`,
  pending: sql`floor(extract(epoch from r.created_at) / 3600)::int`,
  raw: sql`floor(extract(epoch from r.created_at) / 3600)::int`,
}

/** By the days since 1970 of the zone that days are kept in. */
export function byBusinessDay(timeZone: string, offsetAt: Offsets, spans: readonly Span[]): Grouping {
  const day = sql`(r.created_at at time zone ${timeZone})::date - date '1970-01-01'`
  const { table, which } = byDimension('all')
  const finer = byLocalDay(timeZone, offsetAt, spans)
  return { table, which, stored: sql`s.day - date '1970-01-01'`, pending: day, raw: day, finer }
}

/** By the days since 1970 of a zone. */
export const byLocalDay = (timeZone: string, offsetAt: Offsets, spans: readonly Span[]): Grouping =>
  byLocalTime(timeZone, offsetAt, spans, (seconds) => sql`(${seconds} / 86400)::int`)

/** By the hour of the week of a zone: 0 is midnight of a Thursday, as in 1970. */
export const byHourOfWeek = (timeZone: string, offsetAt: Offsets, spans: readonly Span[]): Grouping =>
  byLocalTime(timeZone, offsetAt, spans, (seconds) => sql`(${seconds} / 3600 % 168)::int`)

/**
 * An hour of the roll-up lies where its middle lies: in zones that are not whole hours from UTC that is the nearest there is,
 * in all others exact. The offset of each hour comes from the few stretches between changes of the clock.
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
  /** Hours since 1970; `to` is the first one no longer of it. */
  from: number
  to: number
  /** Seconds ahead of UTC. */
  ahead: number
}

const week = 7 * 24
const hour = 3_600_000

/** Between changes of the clock, which are never less than weeks apart. */
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

/** The first of the numbers that has what the last of them has and the first has not. */
function firstWith(has: (number: number) => boolean, first: number, last: number): number {
  let [without, having] = [first - 1, last]
  while (having - without > 1) {
    const middle = Math.floor((without + having) / 2)
    if (has(middle)) having = middle
    else without = middle
  }
  return having
}

/** By processor and status, as `{processor}/{status}`. */
export const byProcessorAndStatus: Grouping = {
  table: processorRollup,
  stored: sql`s.processor_id || '/' || s.status`,
  pending: sql`r.processor_id || '/' || r.status`,
  raw: sql`r.processor_id || '/' || r.status`,
}
