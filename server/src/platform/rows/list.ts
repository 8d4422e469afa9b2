import { type Entity, isOfMerchant } from '@kontor/contract/entity'
import type { Filter, ListQuery } from '@kontor/contract/lists/list-query'
import { Refusal } from '@kontor/contract/refusal'
import { isCanonicalUuid } from '@kontor/contract/uuid'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../db/actor.ts'
import type { Reader } from '../db/database.ts'
import { instantOf } from '../db/ids.ts'
import { kept } from '../db/kept-plans.ts'

/**
 * The rows of an entity. `rows` is the only SQL of an ordinary entity: every row that the actor may see, one column per
 * field. Lists, counts, exports and populated relations are built around it.
 */
export interface Source {
  readonly entity: Entity
  // A test checks the columns against the entity: a type for every shape of SELECT would only repeat it.
  readonly rows: (db: Reader, actor: Actor) => Expression<unknown>
  /** The provider's database role, for a table that no other role reads. `rows` alone then limits what the actor sees. */
  readonly as?: 'provider'
  /** A smaller row to put in the place of an id, where a whole row costs too much. */
  readonly related?: (db: Reader, actor: Actor) => Expression<unknown>
  /** True for a row that the actor may use and not look into: its history stays with its owners. */
  readonly isLent?: (row: AnyRow) => boolean
  /** The rows that lists show; the others are reached only by their id, from a row that refers to them. */
  readonly listed?: RawBuilder<SqlBool>
  /** Filters and searches with SQL of their own; `row` is the alias of the row. */
  readonly conditions?: Readonly<Record<string, (values: readonly unknown[]) => RawBuilder<SqlBool>>>
  readonly searches?: Readonly<Record<string, (text: string, actor: Actor) => RawBuilder<SqlBool>>>
  /** The values that a filter can have, where the server knows them and the contract does not. */
  readonly words?: Readonly<Record<string, () => readonly string[]>>
  /**
   * The id is a UUIDv7 made at `created_at`. The two together are the key, and the only access to a row without a scan.
   */
  readonly keyedByTime?: boolean
  /** Fields that cost more than the rest of a row: a list has them only where `_populate` names them, and null otherwise. */
  readonly costly?: readonly string[]
  /** Each page is planned for its own values: an index covers only some of them. */
  readonly plannedByValues?: boolean
}

export type AnyRow = Record<string, unknown> & { id: string }

export async function listRows(source: Source, db: Reader, actor: Actor, query: ListQuery): Promise<AnyRow[]> {
  return (await listStatement(source, db, actor, query).execute(db)).rows
}

export async function countRows(source: Source, db: Reader, actor: Actor, query: ListQuery): Promise<number> {
  const { rows } = await countStatement(source, db, actor, query).execute(db)
  return rows[0]?.count ?? 0
}

/**
 * The SQL of one page. In large tables it selects the keys of the page first and joins their rows after, so that
 * skipped rows are never built (docs/adr/0025).
 */
export function listStatement(source: Source, db: Reader, actor: Actor, query: ListQuery): RawBuilder<AnyRow> {
  if (!source.keyedByTime)
    return sql<AnyRow>`select row.* from (select row.* ${pageOf(source, db, actor, query)}) as row ${inOrder(query)}`
  return sql<AnyRow>`${source.plannedByValues ? sql`` : kept}
    select ${cellsOf(source, query)} from (select row.merchant, row.created_at, row.id ${pageOf(source, db, actor, query)}) as page
    join ${rowsOf(source, db, actor)} as row
      on row.merchant = page.merchant and row.created_at = page.created_at and row.id = page.id
    ${inOrder(query)}`
}

/** PostgreSQL computes what is selected: a costly column that is not, costs nothing. */
function cellsOf({ entity, costly = [] }: Source, { populate }: ListQuery): RawBuilder<unknown> {
  const left = costly.filter((name) => !populate.includes(name))
  if (left.length === 0) return sql`row.*`
  return sql.join(
    Object.keys(entity.fields).map((name) => (left.includes(name) ? sql`null as ${sql.ref(name)}` : column(name))),
  )
}

/**
 * True when one plan is good for all values. A search or a filter with SQL of its own needs a plan by its values;
 * everything else follows the index of the order.
 */
export const hasOnePlan = (source: Source, query: ListQuery): boolean =>
  !source.plannedByValues && !query.search && !query.filters.some(({ field }) => source.conditions?.[field])

/** Exact for every filter. */
export const countStatement = (
  source: Source,
  db: Reader,
  actor: Actor,
  query: ListQuery,
): RawBuilder<{ count: number }> => sql`select count(*) as count from ${matching(source, db, actor, query)}`

/** The number of rows for each value of a field, under the filters of a list. Rows without a value are not counted. */
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

/** The row. Refuses with `not_found` when the actor may not see it, whether it exists or not. */
export async function requireRow(source: Source, db: Reader, actor: Actor, id: string): Promise<AnyRow> {
  const row = await getRow(source, db, actor, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function rowsById(source: Source, db: Reader, actor: Actor, ids: readonly string[]): Promise<AnyRow[]> {
  const { rows } = await sql<AnyRow>`${kept}
    select row.* from ${rowsOf(source, db, actor)} as row where ${isOneOf(source, ids)}`.execute(db)
  return rows
}

/** Every matching row in the order of the list, or what `cells` selects of it. */
export function sortedRows(
  source: Source,
  db: Reader,
  actor: Actor,
  query: ListQuery,
  cells: RawBuilder<unknown> = sql`row.*`,
): RawBuilder<AnyRow> {
  return sql<AnyRow>`
    select ${cells} from ${matching(source, db, actor, query)}
    ${inOrder(query)}`
}

/**
 * The rows of a page, in `from` form. A page before a row is read backwards from that row. The limit is a literal,
 * because a plan for any limit would not expect so few rows.
 */
function pageOf(source: Source, db: Reader, actor: Actor, query: ListQuery): RawBuilder<unknown> {
  const { cursor } = query
  const rows = matching(source, db, actor, query, cursor ? [beyond(source, query, cursor)] : [])
  return sql`from ${rows} ${inOrder(query, cursor?.side === 'before')} limit ${sql.lit(query.limit)} offset ${query.skip}`
}

function inOrder({ sort }: ListQuery, backwards = false): RawBuilder<unknown> {
  const direction = sort.descending === backwards ? sql`asc` : sql`desc`
  return sql`order by ${column(sort.field)} ${direction}, row.id ${direction}`
}

/**
 * The condition for rows beyond a place in the order. Its first bound is redundant, but it excludes whole partitions.
 */
function beyond(source: Source, { sort }: ListQuery, cursor: NonNullable<ListQuery['cursor']>): RawBuilder<SqlBool> {
  const { field } = sort
  const isTime = source.entity.fields[field]?.kind === 'timestamp'
  const value = isTime ? sql`${cursor.value}::timestamptz` : sql`${cursor.value}`
  const isDown = sort.descending === (cursor.side === 'after')
  const outer = sql<SqlBool>`${column(field)} ${isDown ? sql`<=` : sql`>=`} ${value}`
  const place = sql`(${column(field)}, row.id) ${isDown ? sql`<` : sql`>`} (${value}, ${cursor.id}::uuid)`
  return sql`${outer} and ${place}`
}

/** The `from` clause of the rows that filters and search leave. */
export function matching(
  source: Source,
  db: Reader,
  actor: Actor,
  query: ListQuery,
  also: readonly RawBuilder<SqlBool>[] = [],
): RawBuilder<unknown> {
  const conditions = [...query.filters.map((filter) => filterCondition(source, actor, filter)), ...also]
  if (source.listed) conditions.push(source.listed)
  if (query.search) conditions.push(searchCondition(source, actor, query.search))
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return sql`${rowsOf(source, db, actor)} as row ${where}`
}

/** The rows with the name of their merchant. Where nothing reads the name, PostgreSQL leaves the join out. */
function rowsOf({ entity, rows }: Source, db: Reader, actor: Actor): RawBuilder<unknown> {
  if (!isOfMerchant(entity)) return sql`(${rows(db, actor)})`
  return sql`(select row.*, merchant.name as merchant_name from (${rows(db, actor)}) as row
    left join merchant on merchant.id = row.merchant)`
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

/**
 * The instant of a bound. A day without a time means that day in the actor's zone: from its first instant to its last
 * millisecond.
 */
function instantBound(filter: Filter & { op: 'from' | 'to' }, timeZone: string): RawBuilder<unknown> {
  const value = String(filter.value)
  if (value.length > 10) return sql`${value}::timestamptz`
  if (filter.op === 'from') return sql`(${value}::date::timestamp at time zone ${timeZone})`
  return sql`((${value}::date + 1)::timestamp at time zone ${timeZone}) - interval '1 millisecond'`
}

/**
 * One id is an equation and not a list: only from an equation PostgreSQL concludes, while it plans, in which partition each
 * joined table has the row. Planning over all partitions takes longer than everything else that a payment needs.
 */
function isOneOf(source: Source, ids: readonly string[]): RawBuilder<SqlBool> {
  const [only] = ids
  if (only !== undefined && ids.length === 1) return isThis(source, only)
  const byId = sql<SqlBool>`row.id = any(${ids}::uuid[])`
  if (!source.keyedByTime) return byId
  const instants = ids.map(instantOf).filter((instant) => instant !== undefined)
  return sql`row.created_at = any(${instants}::timestamptz[]) and ${byId}`
}

function isThis(source: Source, id: string): RawBuilder<SqlBool> {
  const byId = sql<SqlBool>`row.id = ${id}::uuid`
  if (!source.keyedByTime) return byId
  const instant = instantOf(id)
  return instant === undefined ? sql`false` : sql`row.created_at = ${instant}::timestamptz and ${byId}`
}

function searchCondition(
  source: Source,
  actor: Actor,
  { by, kind, text }: NonNullable<ListQuery['search']>,
): RawBuilder<SqlBool> {
  if (text.includes('\0') || !text.isWellFormed()) return sql`false`
  const own = source.searches?.[by]
  if (own) return own(text.trim(), actor)
  // The merchants first, which are few: their rows are then found by an index.
  if (by === 'merchant_name')
    return sql`row.merchant = any(array(select id from merchant where name ilike ${containing(text.trim())}))`
  const field = source.entity.fields[by]
  if (field?.kind === 'id' || field?.kind === 'ref') {
    const id = text.trim().toLowerCase()
    if (!isCanonicalUuid(id)) return sql`false`
    return by === 'id' ? isOneOf(source, [id]) : sql`${column(by)} = ${id}::uuid`
  }
  if (kind === 'is') return sql`${column(by)} = ${text}`
  // This function is leakproof, so it may lead an index scan under row-level security.
  if (kind === 'prefix') return sql`starts_with(${column(by)}, ${text})`
  return sql`${column(by)} ilike ${containing(text)}`
}

/** A pattern for `ilike` that finds the typed text literally, anywhere in a text. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
