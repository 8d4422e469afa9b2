import { type Endpoint, isOfView, type ReplyOf } from '@kontor/contract/endpoint'
import type { Entity, Row } from '@kontor/contract/entity'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import type { CurrencyTotals } from '@kontor/contract/lists/totals'
import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ApiQuery, type ApiRefusal, type Asked, call, type Saying } from './api-client.ts'
import { type Scope, useScope } from './scope.ts'

interface Wanted<T> {
  enabled?: boolean
  /** Milliseconds after which it is read again, while the page is looked at. */
  refetchInterval?: number
  /** True of an answer that shows work in the background: it is followed to its end, while the page is looked at. */
  isUnderWay?: ((answer: T) => boolean) | undefined
}

interface RowOptions<T> extends Wanted<T> {
  populate?: readonly string[]
}

/** Query keys begin with the area, so that a command can invalidate all data of an area; then comes the view. */
export const keyOf = (area: string, scope: Scope, ...rest: unknown[]): QueryKey => [
  area,
  scope.merchant ?? null,
  scope.organisation ?? null,
  ...rest,
]

/** Reads the answer of any endpoint: `useRead(timelineEndpoint, { params: { id } })`. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  ...reading: Saying<Asked<E> & Wanted<ReplyOf<E>>>
): UseQueryResult<ReplyOf<E>, ApiRefusal>
export function useRead(
  endpoint: Endpoint,
  { params = {}, query = {}, enabled = true, ...again }: Asked<Endpoint> & Wanted<never> = {},
): UseQueryResult<unknown, ApiRefusal> {
  const present = useScope()
  const scope = isOfView(endpoint) ? present : {}
  return useQuery({
    queryKey: keyOf(endpoint.area, scope, 'read', endpoint.name, params, query),
    queryFn: ({ signal }) => call(endpoint, { params, query, scope, signal }),
    enabled,
    refetchInterval: useAgain(again),
  })
}

/** Milliseconds until work that is under way is looked at again: a tenth of the time that somebody has waited for it. */
const soonest_ms = 1_500
const latest_ms = 10_000

function useAgain({ refetchInterval = 0, isUnderWay }: Wanted<never>) {
  const since = useRef<number>(undefined)
  if (!isUnderWay) return refetchInterval
  return ({ state: { data } }: { readonly state: { readonly data: unknown } }): number => {
    // The cast is safe: it is the answer of the reading that asks this.
    if (data === undefined || !isUnderWay(data as never)) {
      since.current = undefined
      return refetchInterval
    }
    since.current ??= Date.now()
    return Math.min(Math.max((Date.now() - since.current) / 10, soonest_ms), latest_ms)
  }
}

// Populated relations are rows. A screen gives the type `R` of its rows beside its list of relations.

/** Reads one row by its id. */
export function useRow<E extends Entity, R = Row<E>>(
  entity: E,
  id: string | undefined,
  { populate = [], enabled = true, isUnderWay }: RowOptions<R> = {},
): UseQueryResult<R, ApiRefusal> {
  const reading = useRead(entityEndpoints<Entity>(entity).get, {
    params: { id: id ?? '' },
    query: { _populate: populate.join(',') },
    enabled: enabled && id !== undefined,
    isUnderWay: isUnderWay && ((row) => isUnderWay(row as R)),
  })
  return reading as UseQueryResult<R, ApiRefusal>
}

/** The rows of an address. The previous rows stay while another page or filter loads. */
export function useList<E extends Entity, R = Row<E>>(
  entity: E,
  address: ApiQuery = {},
  { populate = [], enabled = true, ...again }: RowOptions<R[]> = {},
): UseQueryResult<R[], ApiRefusal> {
  const scope = useScope()
  const { list } = entityEndpoints<Entity>(entity)
  const query = populate.length > 0 ? { ...address, _populate: populate.join(',') } : address
  const reading = useQuery({
    queryKey: keyOf(list.area, scope, 'list', query),
    queryFn: ({ signal }) => call(list, { query, scope, signal }),
    placeholderData: sameView(list.area, scope),
    enabled,
    refetchInterval: useAgain(again),
  })
  return reading as UseQueryResult<R[], ApiRefusal>
}

/**
 * The number of rows for an address's filters, apart from page, size and order. The number for the previous filters is
 * never shown.
 */
export function useCount(
  entity: Entity,
  address: ApiQuery = {},
  { enabled = true }: { enabled?: boolean } = {},
): UseQueryResult<number, ApiRefusal> {
  const scope = useScope()
  const { count } = entityEndpoints(entity)
  const query = withoutPage(address)
  return useQuery({
    queryKey: keyOf(count.area, scope, 'count', query),
    queryFn: async ({ signal }) => (await call(count, { query, scope, signal })).count,
    enabled,
  })
}

/** The totals of an address's rows, per currency. */
export function useTotals(
  entity: Entity,
  address: ApiQuery = {},
  { enabled = true }: { enabled?: boolean } = {},
): UseQueryResult<CurrencyTotals[], ApiRefusal> {
  const scope = useScope()
  const { totals } = entityEndpoints(entity)
  const query = withoutPage(address)
  return useQuery({
    queryKey: keyOf(totals.area, scope, 'totals', query),
    queryFn: ({ signal }) => call(totals, { query, scope, signal }),
    placeholderData: sameView(totals.area, scope),
    enabled,
  })
}

/** The part of a query that selects rows, without page, size and order. */
const withoutPage = (query: ApiQuery): ApiQuery => ({
  ...query,
  _limit: undefined,
  _skip: undefined,
  _sort: undefined,
  _populate: undefined,
})

/** The rows of the previous page may stay on screen while the next one loads; rows of another merchant, or of another list, may not. */
function sameView(area: string, scope: Scope) {
  return <T>(previous: T | undefined, query: { queryKey: QueryKey } | undefined): T | undefined => {
    const [of, merchant, organisation] = query?.queryKey ?? []
    const isSame = of === area && merchant === (scope.merchant ?? null) && organisation === (scope.organisation ?? null)
    return isSame ? keepPreviousData(previous) : undefined
  }
}
