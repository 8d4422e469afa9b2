import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/query-string'
import type { SavedViewContent } from '@kontor/contract/saved-view.schemas'
import { type Preset, presets, rangeOf } from '../filters/date-presets.ts'
import { boundOf, isActive, keysOf, without, withRange } from '../list-search.ts'

interface Moment {
  now: Date
  timeZone: string
}

/** Where in a list somebody is, and what comes by itself, belongs to no view. */
const notInView = ['_skip', 'tab']

/** What is on screen, as a view. A range that is one of the presets moves on with time when `isMoving`. */
export function contentOf(
  entity: Entity,
  search: Query,
  initial: Query,
  columns: SavedViewContent['columns'],
  { isMoving, ...moment }: Moment & { isMoving: boolean },
): SavedViewContent {
  const own = Object.entries(search).filter(([key, value]) => !notInView.includes(key) && value !== initial[key])
  const dates = isMoving ? movingDates(entity, search, moment) : {}
  const still = without(Object.fromEntries(own), Object.keys(dates).flatMap(keysOf))
  return { query: still, dates, columns }
}

/** The filters on time whose range is that of a preset today: `created_at` → `last_28_days`. */
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

/** The address that a view means now. */
export function searchOfView({ query, dates }: SavedViewContent, { now, timeZone }: Moment): Query {
  return Object.entries(dates).reduce<Query>((search, [name, preset]) => {
    const known = presets.find((each) => each === preset)
    if (!known || isActive(search, name)) return search
    const { from, to } = rangeOf(known, now, timeZone)
    return withRange(search, name, from, to)
  }, query)
}

/** Whether two addresses mean the same list, wherever in it one is. */
export function isSameView(one: Query, other: Query): boolean {
  const text = (search: Query) =>
    JSON.stringify(Object.entries(without(search, notInView)).sort(([a], [b]) => (a < b ? -1 : 1)))
  return text(one) === text(other)
}
