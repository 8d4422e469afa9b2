import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import type { SavedViewContent } from '@kontor/contract/platform/saved-view.schemas'
import { hasOwnWindow, withWindow } from '../address/default-window.ts'
import { boundOf, isActive, keysOf, without, withRange } from '../address/list-search.ts'
import { type Preset, presets, rangeOf } from '../filters/date-presets.ts'

interface Moment {
  now: Date
  timeZone: string
}

/** Parameters for the position in a list. Neither they nor the default filters are part of a view. */
const notInView = ['_skip', 'tab']

/** The present list as a view. With `isMoving`, a range that equals a preset moves with time. */
export function contentOf(
  entity: Entity,
  search: Query,
  initial: Query,
  columns: SavedViewContent['columns'],
  { isMoving, ...moment }: Moment & { isMoving: boolean },
): SavedViewContent {
  const start = startIn(initial)
  // A range with a last day is of its reader, also where its first day is that of the window.
  const left = start !== undefined && hasOwnWindow(search, start) ? [...notInView, ...Object.keys(initial)] : notInView
  const dates = isMoving ? movingDates(entity, search, moment) : {}
  const still = without(search, [...left, ...Object.keys(dates).flatMap(keysOf)])
  return { query: still, dates, columns }
}

/** Time filters whose range equals a preset today: `created_at` → `last_28_days`. */
export function movingDates(entity: Entity, search: Query, { now, timeZone }: Moment): Record<string, Preset> {
  const fields = Object.keys(entity.filters).filter((name) => entity.fields[name]?.kind === 'timestamp')
  return Object.fromEntries(
    fields.flatMap((name) => {
      const [from, to] = [boundOf(search, name, '>'), boundOf(search, name, '<')]
      const preset = presets.find((each) => {
        const range = rangeOf(each, now, timeZone)
        return range.from === from && range.to === to
      })
      return preset ? [[name, preset]] : []
    }),
  )
}

/** The address of a view at this moment: where the view says nothing of time, the list's own window is part of it. */
export function searchOfView(
  entity: Entity,
  initial: Query,
  { query, dates }: SavedViewContent,
  { now, timeZone }: Moment,
): Query {
  const start = startIn(initial)
  const found = Object.entries(dates).reduce<Query>((search, [name, preset]) => {
    const known = presets.find((each) => each === preset)
    if (!known || isActive(search, name)) return search
    const { from, to } = rangeOf(known, now, timeZone)
    return withRange(search, name, from, to)
  }, query)
  return start === undefined ? found : withWindow(entity, found, start)
}

/** The first day of the window, of a list that has one. */
const startIn = (initial: Query): string | undefined => boundOf(initial, 'created_at', '>')

/** True when two addresses show the same list, apart from the position in it. */
export function isSameView(one: Query, other: Query): boolean {
  const text = (search: Query) =>
    JSON.stringify(Object.entries(without(search, notInView)).sort(([a], [b]) => (a < b ? -1 : 1)))
  return text(one) === text(other)
}
