import type { Entity } from '@kontor/contract/entity'
import { formatQueryString, type Query } from '@kontor/contract/lists/query-string'
import { useEffect, useState } from 'react'
import { limitOf, skipOf, sortOf, without } from './address/list-search.ts'

type Row = { id: string }

/**
 * Neighbouring pages are requested by the row at the edge of the present page. This makes page 1,000 as fast as page 2,
 * and new rows do not shift the pages. The address keeps the row number (`_skip`), so that it works for other people as
 * well.
 */
export function usePlaces(entity: Entity) {
  const [places, setPlaces] = useState<Readonly<Record<string, Query>>>({})
  const of = (query: Query): Query => {
    const place = places[formatQueryString(query)]
    return place ? { ...without(query, ['_skip']), ...place } : query
  }
  const note = (now: Query, next: Query, rows: readonly Row[] | undefined) => {
    const place = placeOf(entity, now, next, rows)
    if (place) setPlaces({ ...places, [formatQueryString(next)]: place })
  }
  const forget = (query: Query) => {
    const { [formatQueryString(query)]: _, ...rest } = places
    setPlaces(rest)
  }
  return { of, note, forget }
}

function placeOf(entity: Entity, now: Query, next: Query, rows: readonly Row[] | undefined): Query | undefined {
  const limit = limitOf(now)
  const step = skipOf(next) - skipOf(now)
  const { field } = sortOf(entity, now)
  if (entity.fields[field]?.optional || skipOf(next) === 0 || limitOf(next) !== limit) return undefined
  if (step !== limit && step !== -limit) return undefined
  const edge: (Row & Record<string, unknown>) | undefined = step > 0 ? rows?.at(-1) : rows?.[0]
  return edge && { [step > 0 ? '_after' : '_before']: `${String(edge[field])},${edge.id}` }
}

/** A page before a row can be too short when rows were deleted. It is then requested by its row number instead. */
export function useWholePage(asked: Query, rows: readonly Row[] | undefined, forget: () => void) {
  const isShort = asked._before !== undefined && rows !== undefined && rows.length < limitOf(asked)
  useEffect(() => {
    if (isShort) forget()
  })
}
