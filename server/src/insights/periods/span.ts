import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dayOf, type Offsets, startOfDay } from '../../platform/time/time-zone.ts'

/** From an instant (included) to another (excluded), in milliseconds since 1970. Infinite without a bound. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A span divided into whole hours or days, which the roll-ups have, and the ends, which only the rows have. */
export interface Cut {
  readonly inner: Span
  readonly edges: readonly Span[]
  /** What the whole days have too much. */
  readonly beyond: readonly Span[]
}

const hour = 3_600_000
const day = 24 * hour

export const isEmpty = ({ from, to }: Span): boolean => from >= to

export function cutByHours(span: Span): Cut {
  return cut(span, { from: Math.ceil(span.from / hour) * hour, to: Math.floor(span.to / hour) * hour })
}

/** Divides a span by days in the zone of the day roll-ups. */
export function cutByDays(span: Span, business: Offsets): Cut {
  return cut(span, { from: endOf(span.from, business), to: startOf(span.to, business) })
}

/**
 * Divides a span by days, of which the first and the last are whole when less is to be taken away from them than to be
 * added to the others. Until now, for one, is today without a row.
 */
export function cutByNearestDays(span: Span, business: Offsets, now = Infinity): Cut {
  const { inner, edges } = cutByDays(span, business)
  if (isEmpty(inner) && !edges.some(({ from, to }) => to - from > day / 2)) return { inner, edges, beyond: [] }
  const wide = { from: startOf(span.from, business), to: endOf(span.to, business) }
  const isShorter = (one: Span, other: Span) => length(one, now) < length(other, now)
  const atStart = { from: wide.from, to: span.from }
  const atEnd = { from: span.to, to: wide.to }
  const from = isShorter(atStart, { from: span.from, to: endOf(span.from, business) }) ? wide.from : span.from
  const to = isShorter(atEnd, { from: startOf(span.to, business), to: span.to }) ? wide.to : span.to
  const cut = cutByDays({ from, to }, business)
  if (isEmpty(cut.inner)) return { inner, edges, beyond: [] }
  const beyond = [...(from < span.from ? [atStart] : []), ...(to > span.to ? [atEnd] : [])]
  return { ...cut, beyond: beyond.filter((each) => !isEmpty(each)) }
}

/** The time in which there can be rows. */
const length = ({ from, to }: Span, now: number) => Math.max(0, Math.min(to, now) - Math.min(from, now))

const startOf = (instant: number, business: Offsets) =>
  Number.isFinite(instant) ? startOfDay(dayOf(instant, business), business) : instant

const endOf = (instant: number, business: Offsets) =>
  startOf(instant, business) === instant ? instant : startOfDay(dayOf(instant, business) + 1, business)

function cut(span: Span, inner: Span): Cut {
  if (isEmpty(span)) return { inner: nothing, edges: [], beyond: [] }
  if (isEmpty(inner)) return { inner: nothing, edges: [span], beyond: [] }
  const edges = [
    { from: span.from, to: inner.from },
    { from: inner.to, to: span.to },
  ]
  return { inner, edges: edges.filter((edge) => !isEmpty(edge)), beyond: [] }
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
