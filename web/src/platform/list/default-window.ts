import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/query-string'
import { isActive, without } from './list-search.ts'

const field = 'created_at'

/** The day from which a list with a window shows rows: one month before today, in the viewer's zone (000 section 9). */
export function windowStart(now: Date, timeZone: string): string {
  const [year = 0, month = 0, day = 0] = todayIn(now, timeZone).split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 2, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/** The calendar day, as 2026-10-21. */
export const todayIn = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

/** Whoever looks for one row by its id or reference wants it however old it is: such a search has no window. */
export function looksForOne(entity: Entity, search: Query): boolean {
  const exact = Object.entries(entity.filters).some(
    ([name, kind]) => kind === 'is' && entity.fields[name]?.kind !== 'boolean' && isActive(search, name),
  )
  if (exact || !search._search) return exact
  const by = typeof search._search_by === 'string' ? search._search_by : (Object.keys(entity.search)[0] ?? '')
  // The beginning of a reference, which can be asked for exactly as well, is meant as that reference; that of a name is not.
  return entity.search[by] === 'is' || (entity.search[by] === 'prefix' && entity.filters[by] === 'is')
}

/** The address with its default window, which it lacks when it says nothing about the time and looks for many. */
export function withWindow(entity: Entity, search: Query, start: string): Query {
  if (isActive(search, field) || looksForOne(entity, search)) return search
  return { ...search, [`${field}>`]: start }
}

/** When a search for one row begins, the window that nobody chose goes. */
export function withoutOwnWindow(entity: Entity, search: Query, start: string): Query {
  const isOwn = search[`${field}>`] === start && search[`${field}<`] === undefined
  return isOwn && looksForOne(entity, search) ? without(search, [`${field}>`]) : search
}
