import type { Endpoint, ReplyOf } from '@kontor/contract/endpoint'
import type { Entity, Row } from '@kontor/contract/entity'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import type { CurrencyTotals } from '@kontor/contract/totals'
import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ApiQuery, type ApiRefusal, type Asked, call, isOfView, type Saying } from './api-client.ts'
import { type Scope, useScope } from './scope.ts'

interface Wanted {
  enabled?: boolean
}

interface RowOptions extends Wanted {
  populate?: readonly string[]
}

/** Everything read of an area begins with its name, so that a command can say what it made old; then the view. */
export const keyOf = (area: string, scope: Scope, ...rest: unknown[]): QueryKey => [
  area,
  scope.merchant ?? null,
  scope.organisation ?? null,
  ...rest,
]

/** Anything that an endpoint tells: `useRead(timelineEndpoint, { params: { id } })`. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  ...reading: Saying<Asked<E> & Wanted>
): UseQueryResult<ReplyOf<E>, ApiRefusal>
export function useRead(
  endpoint: Endpoint,
  { params = {}, query = {}, enabled = true }: Asked<Endpoint> & Wanted = {},
): UseQueryResult<unknown, ApiRefusal> {
  const present = useScope()
  const scope = isOfView(endpoint) ? present : {}
  return useQuery({
    queryKey: keyOf(endpoint.area, scope, 'read', endpoint.name, params, query),
    queryFn: ({ signal }) => call(endpoint, { params, query, scope, signal }),
    enabled,
  })
}

// Populated relations are rows themselves: how a row then looks, a screen says once, beside its list of relations.

/** One row by its id. */
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

/** The rows of an address. While another page or filter loads, the rows before it stay. */
export function useList<E extends Entity, R = Row<E>>(
  entity: E,
  address: ApiQuery = {},
  { populate = [], enabled = true }: RowOptions = {},
): UseQueryResult<R[], ApiRefusal> {
  const scope = useScope()
  const { list } = entityEndpoints<Entity>(entity)
  const query = populate.length > 0 ? { ...address, _populate: populate.join(',') } : address
  const reading = useQuery({
    queryKey: keyOf(list.area, scope, 'list', query),
    queryFn: ({ signal }) => call(list, { query, scope, signal }),
    placeholderData: sameView(scope),
    enabled,
  })
  return reading as UseQueryResult<R[], ApiRefusal>
}

/** How many rows the filters of an address give, whatever its page, size and order. Never the number of other filters. */
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

/** What the rows of an address add up to, each currency for itself. */
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

/** What decides which rows there are, whatever their page, size and order. */
const withoutPage = (query: ApiQuery): ApiQuery => ({
  ...query,
  _limit: undefined,
  _skip: undefined,
  _sort: undefined,
  _populate: undefined,
})

/** Rows of the page before may stay on screen while the next one loads, those of another merchant never. */
function sameView(scope: Scope) {
  return <T>(previous: T | undefined, query: { queryKey: QueryKey } | undefined): T | undefined => {
    const [, merchant, organisation] = query?.queryKey ?? []
    const isSame = merchant === (scope.merchant ?? null) && organisation === (scope.organisation ?? null)
    return isSame ? keepPreviousData(previous) : undefined
  }
}
