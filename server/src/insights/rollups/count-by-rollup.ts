import type { Filter, ListQuery } from '@kontor/contract/lists/list-query'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { offsetsOf } from '../../platform/time/time-zone.ts'
import { endBound, startBound } from '../asked.ts'
import { figures, type Grouping, type Narrowing } from '../figures.ts'
import { altogether, byDimension, type Dimension } from '../groupings.ts'
import type { Span } from '../periods/span.ts'
import { type CountedEntity, countedEntities } from './counted-rows.ts'
import { cubeRollup, dayRollup, processorRollup, type RollupTable } from './rollup-tables.ts'

/** The exact count of a list from the roll-ups; undefined when they do not know a field of its filters. */
export async function countByRollup(
  trx: Trx,
  actor: Actor,
  entity: string,
  query: ListQuery,
): Promise<number | undefined> {
  if (!isCounted(entity) || query.search) return undefined
  const { times, others } = apart(query.filters)
  if (!times || !others) return undefined
  const fields = [...new Set(others.map(({ field }) => field))]
  const { span, time_zone } = await spanOf(trx, actor, times)
  if (span.from >= span.to) return 0
  const business = offsetsOf(time_zone)
  const grouping = groupingFor(fields)
  if (!grouping) return undefined
  const narrowings = others.map((filter) => narrowingOf(grouping, filter))
  const spans = { range: span }
  const found = await figures(trx, { actor, entity, grouping, spans, narrowings, business, countsAside: true })
  return found.reduce((sum, { count }) => sum + count, 0)
}

const isCounted = (entity: string): entity is CountedEntity => countedEntities.some((one) => one === entity)

type OneOf = Filter & { op: 'in' }
type Bound = Filter & { op: 'from' | 'to' }

/** Splits filters into ranges of time and lists of values; empty when there is a filter of another kind. */
function apart(filters: readonly Filter[]): { times?: Bound[]; others?: OneOf[] } {
  const isTime = (filter: Filter): filter is Bound => filter.field === 'created_at' && filter.op !== 'in'
  const isList = (filter: Filter): filter is OneOf => filter.op === 'in' && filter.field !== 'created_at'
  if (!filters.every((filter) => isTime(filter) || isList(filter))) return {}
  return { times: filters.filter(isTime), others: filters.filter(isList) }
}

async function spanOf(trx: Trx, actor: Actor, times: readonly Bound[]) {
  const of = (op: 'from' | 'to') => times.filter((bound) => bound.op === op).map(({ value }) => String(value))[0]
  const milliseconds = (instant: ReturnType<typeof startBound>) =>
    instant ? sql`floor(extract(epoch from ${instant}) * 1000)::bigint` : sql`null::bigint`
  const { rows } = await sql<{ from: number | null; to: number | null; time_zone: string }>`
    select ${milliseconds(startBound(of('from'), actor.time_zone))} as from,
      ${milliseconds(endBound(of('to'), actor.time_zone))} as to, time_zone
      from installation`.execute(trx)
  const { from, to, time_zone } = rows[0] ?? { from: null, to: null, time_zone: 'UTC' }
  const span: Span = { from: from ?? -Infinity, to: to ?? Infinity }
  return { span, time_zone }
}

const dimensions: readonly Dimension[] = ['status', 'payment_product', 'country_code', 'platform', 'browser']

/** The smallest roll-up that has all the fields. */
function groupingFor(fields: readonly string[]): Grouping | undefined {
  const values = fields.filter((field) => field !== 'currency_code')
  if (values.length === 0) return altogether
  const dimension = values.length === 1 ? dimensions.find((one) => one === values[0]) : undefined
  if (dimension) return { ...byDimension(dimension), ...uncut }
  const knows = (names: readonly string[]) => values.every((field) => names.includes(field))
  if (knows(['status', 'payment_product', 'country_code'])) return plain(cubeRollup)
  if (knows(['processor', 'status'])) return plain(processorRollup)
  return undefined
}

const uncut = { stored: sql`''::text`, pending: sql`''::text`, raw: sql`''::text` }
const plain = (table: RollupTable): Grouping => ({ table, ...uncut })

/** The SQL of a filter. Day roll-ups by one dimension keep its value in a column of one name. */
function narrowingOf(grouping: Grouping, { field, values }: OneOf): Narrowing {
  const name = field === 'processor' ? 'processor_id' : field
  const stored = grouping.table === dayRollup && field !== 'currency_code' ? 'value' : name
  const isOneOf = (column: string) => sql<SqlBool>`${sql.ref(column)} = any(${values}${type})`
  const type = field === 'processor' ? sql`::uuid[]` : sql`::text[]`
  return { stored: isOneOf(`s.${stored}`), raw: isOneOf(`r.${name}`) }
}
