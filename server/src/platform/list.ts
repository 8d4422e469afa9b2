import type { Entity } from '@kontor/contract/entity'
import type { Filter, ListQuery } from '@kontor/contract/list-query'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Reader } from './database.ts'
import { instantOf } from './ids.ts'

/**
 * Where the rows of an entity come from. `rows` is the only SQL of an ordinary entity: every row that the actor may see,
 * one column per field. Lists, counts, exports and populated relations are made around it.
 */
export interface Source {
  readonly entity: Entity
  // The columns are checked against the entity by a test: a type for every shape of SELECT would only repeat it.
  readonly rows: (db: Reader, actor: Actor) => Expression<unknown>
  /** Filters and searches that need SQL of their own; `row` is the alias of the row. */
  readonly conditions?: Readonly<Record<string, (values: readonly unknown[]) => RawBuilder<SqlBool>>>
  readonly searches?: Readonly<Record<string, (text: string) => RawBuilder<SqlBool>>>
  /** The id is a UUIDv7 made at `created_at`: together they are the key, and the only way to a row without a scan. */
  readonly keyedByTime?: boolean
}

export type AnyRow = Record<string, unknown> & { id: string }

export async function listRows(source: Source, db: Reader, actor: Actor, query: ListQuery): Promise<AnyRow[]> {
  return (await listStatement(source, db, actor, query).execute(db)).rows
}

export async function countRows(source: Source, db: Reader, actor: Actor, query: ListQuery): Promise<number> {
  const { rows } = await countStatement(source, db, actor, query).execute(db)
  return rows[0]?.count ?? 0
}

/** One page. */
export const listStatement = (source: Source, db: Reader, actor: Actor, query: ListQuery): RawBuilder<AnyRow> =>
  sql`${sortedRows(source, db, actor, query)} limit ${query.limit} offset ${query.skip}`

/** Exact for every filter. */
export const countStatement = (
  source: Source,
  db: Reader,
  actor: Actor,
  query: ListQuery,
): RawBuilder<{ count: number }> => sql`select count(*) as count from ${matching(source, db, actor, query)}`

/** How many rows have each value of a field, by the filters of a list. Rows without a value are in none. */
export async function countByValue(
  source: Source,
  db: Reader,
  actor: Actor,
  query: ListQuery,
  field: string,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ value: string | null; count: number }>`
    select ${column(field)} as value, count(*) as count from ${matching(source, db, actor, query)} group by 1`.execute(
    db,
  )
  return Object.fromEntries(rows.flatMap(({ value, count }) => (value === null ? [] : [[value, count]])))
}

export async function getRow(source: Source, db: Reader, actor: Actor, id: string): Promise<AnyRow | undefined> {
  return (await rowsById(source, db, actor, [id]))[0]
}

export async function rowsById(source: Source, db: Reader, actor: Actor, ids: readonly string[]): Promise<AnyRow[]> {
  const { rows } = await sql<AnyRow>`
    select row.* from (${source.rows(db, actor)}) as row where ${isOneOf(source, ids)}`.execute(db)
  return rows
}

/** Every matching row in the order of the list. */
export function sortedRows(source: Source, db: Reader, actor: Actor, query: ListQuery): RawBuilder<AnyRow> {
  const direction = query.sort.descending ? sql`desc` : sql`asc`
  return sql<AnyRow>`
    select row.* from ${matching(source, db, actor, query)}
    order by ${column(query.sort.field)} ${direction}, row.id ${direction}`
}

function matching(source: Source, db: Reader, actor: Actor, query: ListQuery): RawBuilder<unknown> {
  const conditions = query.filters.map((filter) => filterCondition(source, actor, filter))
  if (query.search) conditions.push(searchCondition(source, query.search))
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return sql`(${source.rows(db, actor)}) as row ${where}`
}

const column = (name: string) => sql.ref(`row.${name}`)

function filterCondition(source: Source, actor: Actor, filter: Filter): RawBuilder<SqlBool> {
  const field = source.entity.fields[filter.field]
  if (filter.op === 'in') {
    const own = source.conditions?.[filter.field]
    if (own) return own(filter.values)
    if (filter.field === 'id') return isOneOf(source, filter.values.map(String))
    if (field?.kind === 'refs') return sql`${column(filter.field)} && ${filter.values}::uuid[]`
    return equalsOneOf(filter.field, filter.values)
  }
  const bound = field?.kind === 'timestamp' ? instantBound(filter, actor.time_zone) : sql`${filter.value}`
  return filter.op === 'from' ? sql`${column(filter.field)} >= ${bound}` : sql`${column(filter.field)} <= ${bound}`
}

function equalsOneOf(field: string, values: readonly unknown[]): RawBuilder<SqlBool> {
  const alternatives = values.map((value) => sql<SqlBool>`${column(field)} = ${value}`)
  return sql`(${sql.join(alternatives, sql` or `)})`
}

/** A day without a time is that day in the actor's zone: from its first instant, up to its last millisecond. */
function instantBound(filter: Filter & { op: 'from' | 'to' }, timeZone: string): RawBuilder<unknown> {
  const value = String(filter.value)
  if (value.length > 10) return sql`${value}::timestamptz`
  if (filter.op === 'from') return sql`(${value}::date::timestamp at time zone ${timeZone})`
  return sql`((${value}::date + 1)::timestamp at time zone ${timeZone}) - interval '1 millisecond'`
}

function isOneOf(source: Source, ids: readonly string[]): RawBuilder<SqlBool> {
  const byId = sql<SqlBool>`row.id = any(${ids}::uuid[])`
  if (!source.keyedByTime) return byId
  const instants = ids.map(instantOf).filter((instant) => instant !== undefined)
  return sql`row.created_at = any(${instants}::timestamptz[]) and ${byId}`
}

function searchCondition(source: Source, { by, kind, text }: NonNullable<ListQuery['search']>): RawBuilder<SqlBool> {
  if (text.includes('\0') || !text.isWellFormed()) return sql`false`
  const own = source.searches?.[by]
  if (own) return own(text.trim())
  const field = source.entity.fields[by]
  if (field?.kind === 'id' || field?.kind === 'ref') {
    const id = text.trim().toLowerCase()
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return sql`false`
    return by === 'id' ? isOneOf(source, [id]) : sql`${column(by)} = ${id}::uuid`
  }
  if (kind === 'is') return sql`${column(by)} = ${text}`
  // Leakproof, so that it may lead an index scan under row-level security.
  if (kind === 'prefix') return sql`starts_with(${column(by)}, ${text})`
  return sql`${column(by)} ilike ${containing(text)}`
}

/** A pattern for `ilike`: what was typed, taken literally, anywhere in the text. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
