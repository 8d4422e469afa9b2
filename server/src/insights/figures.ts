import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import { dayOf, type Offsets } from '../platform/time/time-zone.ts'
import {
  between,
  type Cut,
  cutByDays,
  cutByHours,
  cutByNearestDays,
  dateOf,
  hourNumber,
  isEmpty,
  type Span,
  within,
} from './periods/span.ts'
import { asideRows, type CountedEntity, countedRows, pendingRows } from './rollups/counted-rows.ts'
import { everyMerchant, hourRollup, type RollupTable } from './rollups/rollup-tables.ts'

/**
 * The SQL expression that groups figures, for each source: `stored` for the roll-up (alias s), `pending` for its pending
 * deltas (alias r), `raw` for single rows (alias r).
 */
export interface Grouping {
  readonly table: RollupTable
  /** A query of rows with the columns of the roll-up, to be read in its place. */
  readonly rows?: RawBuilder<unknown>
  readonly stored: RawBuilder<unknown>
  readonly pending: RawBuilder<unknown>
  readonly raw: RawBuilder<unknown>
  /** A join of the roll-up. */
  readonly join?: RawBuilder<unknown>
  /** Count and amount of what is stored, if the join parts the rows of the roll-up. */
  readonly counted?: RawBuilder<unknown>
  /** What of each figure counts apart too. `counted` then has its count and amount as well. */
  readonly apart?: RawBuilder<SqlBool>
  /** The condition for rows of the roll-up. */
  readonly which?: RawBuilder<SqlBool>
  /** The roll-up's rows of each merchant, where the provider sees all of them; default: their sums. */
  readonly ofEachMerchant?: true
  /** The same key from a roll-up of smaller units, for the ends of the range. */
  readonly finer?: Grouping
}

/** A condition for both roll-ups and rows. */
export interface Narrowing {
  readonly stored: RawBuilder<SqlBool>
  readonly raw: RawBuilder<SqlBool>
}

export interface Question {
  readonly actor: Actor
  readonly entity: CountedEntity
  readonly grouping: Grouping
  /** Named ranges; each figure carries the name of its range. */
  readonly spans: Readonly<Record<string, Span>>
  readonly narrowings?: readonly Narrowing[]
  /** The zone of the day roll-ups. */
  readonly business: Offsets
  /** After this there is no row, or hardly one. */
  readonly now?: number
  /** Only numbers are asked for: changes that were set aside count in them. Their amounts are in no figure. */
  readonly countsAside?: true
}

export interface Figure {
  span: string
  key: string | number
  currency_code: string
  count: number
  /** Exact at any size. */
  volume: bigint
  /** What of them counts apart, if the grouping asks for it. */
  apart_count?: number
  apart_volume?: bigint
}

/**
 * Figures that are exact at every moment: whole days or hours from the roll-ups, plus pending changes to them, plus the
 * rows themselves at the ends of the range. It is one statement, so all parts are of one snapshot.
 */
export async function figures(db: Reader, question: Question): Promise<Figure[]> {
  const { rows } = await figuresStatement(question).execute(db)
  return rows.map(({ volume, apart_volume, ...row }) => ({
    ...row,
    volume: BigInt(volume),
    ...(apart_volume !== undefined && { apart_volume: BigInt(apart_volume) }),
  }))
}

/** Volumes are text: sums of any size are numeric. */
type Row = Omit<Figure, 'volume' | 'apart_volume'> & { volume: string; apart_volume?: string }

export function figuresStatement(question: Question): RawBuilder<Row> {
  const parts = Object.entries(question.spans).flatMap(([name, span]) => partsOf(question, name, span))
  if (parts.length === 0) return sql`select where false`
  const conditions = sql.join(rawConditions(question), sql` and `)
  const pending = [pendingRows, ...(question.countsAside ? [asideRows] : [])].map(
    (rows) => sql`select r.* from ${rows} r where ${conditions}`,
  )
  return sql<Row>`
    with pending as materialized (
      ${sql.join(pending, sql` union all `)})
    select span, key, currency_code, sum(n)::bigint as count, sum(amount) as volume
      ${question.grouping.apart ? sql`, sum(apart_n)::bigint as apart_count, sum(apart_amount) as apart_volume` : sql``}
    from (${sql.join(parts, sql` union all `)}) as part
    group by span, key, currency_code having sum(n) <> 0`
}

function partsOf(question: Question, name: string, whole: Span): RawBuilder<unknown>[] {
  const { entity, grouping } = question
  const { finer } = grouping
  const { inner, edges, beyond } = cutOf(question, whole)
  const span = sql`${sql.lit(name)} as span`
  const rowsIn = (
    rows: RawBuilder<unknown>,
    key: RawBuilder<unknown>,
    conditions: readonly RawBuilder<SqlBool>[],
    sign = sql``,
  ) =>
    sql`select ${span}, ${key} as key, r.currency_code, ${sign} r.n, ${sign} r.amount ${apart(sign)} from ${rows} r
      where ${sql.join(conditions, sql` and `)}`
  const apart = (sign: RawBuilder<unknown>) =>
    grouping.apart
      ? sql`, case when ${grouping.apart} then ${sign} r.n else 0 end, case when ${grouping.apart} then ${sign} r.amount else 0 end`
      : sql``
  const at = (part: Span) => within(sql`r.created_at`, part)
  return [
    ...(isEmpty(inner) ? [] : [storedPart(question, span, inner), rowsIn(sql`pending`, grouping.pending, [at(inner)])]),
    ...edges.flatMap((edge) =>
      finer
        ? partsOf({ ...question, grouping: finer }, name, edge)
        : [rowsIn(countedRows(entity), grouping.raw, [...rawConditions(question), at(edge)])],
    ),
    ...beyond.map((edge) => rowsIn(countedRows(entity), grouping.raw, [...rawConditions(question), at(edge)], sql`-`)),
  ]
}

function cutOf({ grouping, business, now }: Question, whole: Span): Cut {
  if (grouping.table === hourRollup) return cutByHours(whole)
  return grouping.finer ? cutByDays(whole, business) : cutByNearestDays(whole, business, now)
}

function storedPart(question: Question, span: RawBuilder<unknown>, inner: Span): RawBuilder<unknown> {
  const { actor, entity, grouping, narrowings = [], business } = question
  const conditions = [
    inScope(actor, grouping),
    sql`s.entity = ${entity}`,
    ...(grouping.which ? [grouping.which] : []),
    grouping.table === hourRollup ? hoursOf(inner) : daysOf(inner, business),
    ...narrowings.map(({ stored }) => stored),
  ]
  return sql`select ${span}, ${grouping.stored} as key, s.currency_code, ${grouping.counted ?? sql`s.n, s.amount`}
    from ${grouping.rows ? sql`(${grouping.rows})` : sql.table(grouping.table.name)} s ${grouping.join ?? sql``}
    where ${sql.join(conditions, sql` and `)}`
}

function rawConditions({ actor, entity, narrowings = [] }: Question): RawBuilder<SqlBool>[] {
  return [visibleTo(actor, 'r'), sql`r.entity = ${entity}`, ...narrowings.map(({ raw }) => raw)]
}

/** The roll-ups have separate rows for the provider, so that not all merchants must be added up. */
function inScope(actor: Actor, { ofEachMerchant }: Grouping): RawBuilder<SqlBool> {
  if (ofEachMerchant && actor.scope.merchant === null) return sql`s.merchant_id <> ${everyMerchant}`
  return actor.scope.merchant === null ? sql`s.merchant_id = ${everyMerchant}` : visibleTo(actor, 's')
}

const finite = (instant: number, said: (instant: number) => RawBuilder<unknown>) =>
  Number.isFinite(instant) ? said(instant) : undefined

function hoursOf({ from, to }: Span): RawBuilder<SqlBool> {
  const hour = (instant: number) => sql`${hourNumber(instant)}::int`
  return between(sql`s.hour`, finite(from, hour), finite(to, hour))
}

function daysOf({ from, to }: Span, business: Offsets): RawBuilder<SqlBool> {
  const day = (instant: number) => sql`${dateOf(dayOf(instant, business))}::date`
  return between(sql`s.day`, finite(from, day), finite(to, day))
}
