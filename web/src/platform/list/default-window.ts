import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/query-string'
import { isActive, without } from './list-search.ts'

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

/** True for a search for one row by id or reference: its age does not matter, so such a search has no window. */
export function looksForOne(entity: Entity, search: Query): boolean {
  const exact = Object.entries(entity.filters).some(
    ([name, kind]) => kind === 'is' && entity.fields[name]?.kind !== 'boolean' && isActive(search, name),
  )
  if (exact || !search._search) return exact
  const by = typeof search._search_by === 'string' ? search._search_by : (Object.keys(entity.search)[0] ?? '')
  // A reference can also be filtered exactly, so a typed beginning of it means that one row. The beginning of a name
  // does not.
  return entity.search[by] === 'is' || (entity.search[by] === 'prefix' && entity.filters[by] === 'is')
}

/** Adds the default window to an address that has no time range and searches for many rows. */
export function withWindow(entity: Entity, search: Query, start: string): Query {
  if (isActive(search, field) || looksForOne(entity, search)) return search
  return { ...search, [`${field}>`]: start }
}

/** Removes the default window when a search for one row begins. A range that the person chose stays. */
export function withoutOwnWindow(entity: Entity, search: Query, start: string): Query {
  const isOwn = search[`${field}>`] === start && search[`${field}<`] === undefined
  return isOwn && looksForOne(entity, search) ? without(search, [`${field}>`]) : search
}
