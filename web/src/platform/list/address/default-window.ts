import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import { everything, isActive, without } from './list-search.ts'

const field = 'created_at'

/** The first day of a list with a window: one month before today, in the viewer's zone (000 section 9). */
export function windowStart(now: Date, timeZone: string): string {
  const [year = 0, month = 0, day = 0] = todayIn(now, timeZone).split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 2, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/** The calendar day in the zone, as 2026-10-21. */
export const todayIn = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

/** True when an address names what it is after, in the search box or by a whole value: its age does not matter. */
export function searchesAllTime(entity: Entity, search: Query): boolean {
  if (typeof search._search === 'string' && search._search !== '') return true
  return Object.entries(entity.filters).some(
    ([name, kind]) =>
      (kind === 'is' || name === 'id') && entity.fields[name]?.kind !== 'boolean' && isActive(search, name),
  )
}

/** True when the window is the only limit in time. */
export const hasOwnWindow = (search: Query, start: string): boolean =>
  search[`${field}>`] === start && search[`${field}<`] === undefined

/** Adds the default window to an address without a time range, unless it searches or its reader took the window away. */
export function withWindow(entity: Entity, search: Query, start: string): Query {
  if (isActive(search, field) || search[everything] !== undefined || searchesAllTime(entity, search)) return search
  return { ...search, [`${field}>`]: start }
}

/** The filter of a list before its reader changes anything. */
interface FirstSight {
  readonly window?: boolean
  readonly initial?: Query
}

/**
 * The address after a change by its reader. A search drops the default window; a range that the reader chose stays. A
 * window or a first filter that the reader takes away is not put back: the address then asks for everything.
 */
export function afterChange(
  entity: Entity,
  { window, initial }: FirstSight,
  start: string,
  before: Query,
  after: Query,
): Query {
  const rest = without(after, [everything])
  if (!window) return initial && Object.keys(rest).length === 0 ? { [everything]: 'true' } : rest
  const isSearch = searchesAllTime(entity, after)
  const next = isSearch && hasOwnWindow(after, start) ? without(after, [`${field}>`]) : after
  if (isActive(next, field)) return rest
  return isActive(before, field) && !isSearch ? { ...next, [everything]: 'true' } : next
}
