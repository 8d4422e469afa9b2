import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dayOf, type Offsets, startOfDay } from '../platform/time/time-zone.ts'

/** From an instant (included) to another (excluded), in milliseconds since 1970. Infinite without a bound. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A span divided into whole hours or days, which the roll-ups have, and the ends, which only the rows have. */
export interface Cut {
  readonly inner: Span
  readonly edges: readonly Span[]
}

const hour = 3_600_000

export const isEmpty = ({ from, to }: Span): boolean => from >= to

export function cutByHours(span: Span): Cut {
  return cut(span, { from: Math.ceil(span.from / hour) * hour, to: Math.floor(span.to / hour) * hour })
}

/** Divides a span by days in the zone of the day roll-ups. */
export function cutByDays(span: Span, business: Offsets): Cut {
  const start = (instant: number) =>
    Number.isFinite(instant) ? startOfDay(dayOf(instant, business), business) : instant
  const next = (instant: number) => startOfDay(dayOf(instant, business) + 1, business)
  const from = start(span.from) === span.from ? span.from : next(span.from)
  return cut(span, { from, to: start(span.to) })
}

function cut(span: Span, inner: Span): Cut {
  if (isEmpty(span)) return { inner: nothing, edges: [] }
  if (isEmpty(inner)) return { inner: nothing, edges: [span] }
  const edges = [
    { from: span.from, to: inner.from },
    { from: inner.to, to: span.to },
  ]
  return { inner, edges: edges.filter((edge) => !isEmpty(edge)) }
}

const nothing: Span = { from: 0, to: 0 }

/** The condition that an instant lies in the span. */
export function within(column: RawBuilder<unknown>, { from, to }: Span): RawBuilder<SqlBool> {
  return between(column, bound(from), bound(to))
}

const bound = (instant: number) =>
  Number.isFinite(instant) ? sql`${new Date(instant).toISOString()}::timestamptz` : undefined

export function between(
  column: RawBuilder<unknown>,
  from: RawBuilder<unknown> | undefined,
  to: RawBuilder<unknown> | undefined,
): RawBuilder<SqlBool> {
  const conditions = [
    ...(from ? [sql<SqlBool>`${column} >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`${column} < ${to}`] : []),
  ]
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

export const hourNumber = (instant: number): number => instant / hour

/** A day since 1970 as PostgreSQL writes it, for a span of whole days. */
export const dateOf = (dayNumber: number): string => new Date(dayNumber * 24 * hour).toISOString().slice(0, 10)
