import { type Endpoint, isOfView, type ReplyOf } from '@kontor/contract/endpoint'
import type { Entity, Row } from '@kontor/contract/entity'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import type { CurrencyTotals } from '@kontor/contract/lists/totals'
import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ApiQuery, type ApiRefusal, type Asked, call, type Saying } from './api-client.ts'
import { type Scope, useScope } from './scope.ts'

interface Wanted {
  enabled?: boolean
  /** Milliseconds after which it is read again, while the page is looked at. */
  refetchInterval?: number
}

interface RowOptions extends Wanted {
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
  ...reading: Saying<Asked<E> & Wanted>
): UseQueryResult<ReplyOf<E>, ApiRefusal>
export function useRead(
  endpoint: Endpoint,
  { params = {}, query = {}, enabled = true, refetchInterval = 0 }: Asked<Endpoint> & Wanted = {},
): UseQueryResult<unknown, ApiRefusal> {
  const present = useScope()
  const scope = isOfView(endpoint) ? present : {}
  return useQuery({
    queryKey: keyOf(endpoint.area, scope, 'read', endpoint.name, params, query),
    queryFn: ({ signal }) => call(endpoint, { params, query, scope, signal }),
    enabled,
    refetchInterval,
  })
}

// Populated relations are rows. A screen gives the type `R` of its rows beside its list of relations.

/** Reads one row by its id. */
export function useRow<E extends Entity, R = Row<E>>(
  entity: E,
  id: string | undefined,
  { populate = [], enabled = true }: RowOptions = {},
): UseQueryResult<R, ApiRefusal> {
  const reading = useRead(entityEndpoints<Entity>(entity).get, {
    params: { id: id ?? '' },
    query: { _populate: populate.join(',') },
    enabled: enabled && id !== undefined,
  })
  return reading as UseQueryResult<R, ApiRefusal>
}

/** The rows of an address. The previous rows stay while another page or filter loads. */
export function useList<E extends Entity, R = Row<E>>(
  entity: E,
  address: ApiQuery = {},
  { populate = [], enabled = true, refetchInterval = 0 }: RowOptions = {},
): UseQueryResult<R[], ApiRefusal> {
  const scope = useScope()
  const { list } = entityEndpoints<Entity>(entity)
  const query = populate.length > 0 ? { ...address, _populate: populate.join(',') } : address
  const reading = useQuery({
    queryKey: keyOf(list.area, scope, 'list', query),
    queryFn: ({ signal }) => call(list, { query, scope, signal }),
    placeholderData: sameView(scope),
    enabled,
    refetchInterval,
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
  { enabled = true }: Wanted = {},
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
  { enabled = true }: Wanted = {},
): UseQueryResult<CurrencyTotals[], ApiRefusal> {
  const scope = useScope()
  const { totals } = entityEndpoints(entity)
  const query = withoutPage(address)
  return useQuery({
    queryKey: keyOf(totals.area, scope, 'totals', query),
    queryFn: ({ signal }) => call(totals, { query, scope, signal }),
    placeholderData: sameView(scope),
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

/** The rows of the previous page may stay on screen while the next one loads; rows of another merchant may not. */
function sameView(scope: Scope) {
  return <T>(previous: T | undefined, query: { queryKey: QueryKey } | undefined): T | undefined => {
    const [, merchant, organisation] = query?.queryKey ?? []
    const isSame = merchant === (scope.merchant ?? null) && organisation === (scope.organisation ?? null)
    return isSame ? keepPreviousData(previous) : undefined
  }
}
