import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Offsets } from '../platform/time/time-zone.ts'
import type { Grouping } from './figures.ts'
import type { Span } from './periods/span.ts'
import { dayRollup, hourRollup, processorRollup } from './rollups/rollup-tables.ts'

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

const secondsSince1970 = (instant: ReturnType<typeof sql>) => sql`floor(extract(epoch from ${instant}))::bigint`

/** Groups by the beginning of hours of a zone's clock, or of parts of them, in seconds since 1970. */
export function byHour(offsetAt: Offsets, spans: readonly Span[]): Grouping {
  const piece = pieceLength(stretchesOf(spans, offsetAt))
  const start = sql`${secondsSince1970(sql`r.created_at`)} / ${sql.lit(piece)} * ${sql.lit(piece)}`
  const pieces = piecesOf(piece)
  return { table: hourRollup, stored: pieces.start, ...pieces.source, pending: start, raw: start }
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
 * Groups by local time. The offset of each hour comes from the few stretches between changes of the clock. In zones that
 * are no whole hours from UTC, the hours of the roll-up are parted where the zone's hours begin.
 */
function byLocalTime(
  timeZone: string,
  offsetAt: Offsets,
  spans: readonly Span[],
  part: (localSeconds: ReturnType<typeof sql>) => ReturnType<typeof sql>,
): Grouping {
  const stretches = stretchesOf(spans, offsetAt)
  const pieces = piecesOf(pieceLength(stretches))
  const seconds = part(secondsSince1970(sql`r.created_at at time zone ${timeZone}`))
  const list = (of: (stretch: Stretch) => number) => sql`${stretches.map(of)}::bigint[]`
  return {
    table: hourRollup,
    stored: part(sql`(${pieces.start} + z.ahead)`),
    ...pieces.source,
    join: sql`${pieces.source.join} join unnest(${list(({ from }) => from)}, ${list(({ to }) => to)}, ${list(({ ahead }) => ahead)})
      as z(first, until, ahead) on ${pieces.start} >= z.first and ${pieces.start} < z.until`,
    pending: seconds,
    raw: seconds,
  }
}

const [hour, half, quarter] = [3600, 1800, 900]

/** The hours of the roll-up, or their parts: where each begins, and what it counts. */
function piecesOf(length: number): {
  start: ReturnType<typeof sql>
  source: Pick<Grouping, 'join' | 'counted'> & { join: RawBuilder<unknown> }
} {
  const start = sql`s.hour * 3600::bigint`
  if (length === hour) return { start, source: { join: sql`` } }
  const parts =
    length === half
      ? sql`(0, s.n - s.n_30, s.amount - s.amount_30), (1800, s.n_30, s.amount_30)`
      : sql`(0, s.n - s.n_15, s.amount - s.amount_15), (900, s.n_15 - s.n_30, s.amount_15 - s.amount_30),
        (1800, s.n_30, s.amount_30)`
  return {
    start: sql`(${start} + piece.start)`,
    source: {
      join: sql`cross join lateral (values ${parts}) as piece(start, n, amount)`,
      counted: sql`piece.n, piece.amount`,
    },
  }
}

/** The part of an hour that fits all offsets: all known ones are whole, half or three quarters of an hour. */
function pieceLength(stretches: readonly Stretch[]): number {
  const fits = (length: number) => stretches.every(({ ahead }) => ahead % length === 0)
  return fits(hour) ? hour : fits(half) ? half : quarter
}

interface Stretch {
  /** Seconds since 1970; `to` is not included. */
  from: number
  to: number
  /** Seconds ahead of UTC. */
  ahead: number
}

const week = 7 * 24 * 4

/** The stretches between changes of the clock, which are always weeks apart. It counts in quarters of an hour. */
function stretchesOf(spans: readonly Span[], offsetAt: Offsets): Stretch[] {
  const aheadAt = (quarters: number) => offsetAt(quarters * quarter * 1000) / 1000
  const end = Math.ceil(Math.max(...spans.map(({ to }) => to)) / (hour * 1000)) * 4
  const stretches: Stretch[] = []
  let from = Math.floor(Math.min(...spans.map((span) => span.from)) / (hour * 1000)) * 4
  const add = (to: number, ahead: number) => stretches.push({ from: from * quarter, to: to * quarter, ahead })
  for (let seen = from; seen < end; ) {
    const ahead = aheadAt(from)
    const next = Math.min(seen + week, end)
    if (aheadAt(next - 1) === ahead) {
      seen = next
      if (seen === end) add(end, ahead)
      continue
    }
    const to = firstWith((quarters) => aheadAt(quarters) !== ahead, seen, next - 1)
    add(to, ahead)
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
