import type { Entity } from '@kontor/contract/entity'
import { formatQueryString, type Query } from '@kontor/contract/query-string'
import { useEffect, useState } from 'react'
import { limitOf, skipOf, sortOf, without } from './list-search.ts'

type Row = { id: string }

/**
 * The pages beside the one on screen are asked for by the row at its edge: that is as quick on page 1,000 as on page 2, and
 * what arrives meanwhile moves nothing. The address keeps the number of the row, from which anybody else begins.
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

/** Before a row there may be fewer rows than a page holds, where some have gone: then the number of the row counts. */
export function useWholePage(asked: Query, rows: readonly Row[] | undefined, forget: () => void) {
  const isShort = asked._before !== undefined && rows !== undefined && rows.length < limitOf(asked)
  useEffect(() => {
    if (isShort) forget()
  })
}
