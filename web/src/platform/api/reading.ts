import type { Entity, Row } from '@kontor/contract/entity'
import type { CurrencyTotals } from '@kontor/contract/totals'
import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ApiQuery, type ApiRefusal, api } from './api-client.ts'
import { type Scope, useScope } from './scope.ts'

/** Rows as the screens use them: those of the entity, or what the caller says they are once relations are populated. */
type RowOf<E extends Entity> = Row<E>

interface ReadOptions {
  populate?: readonly string[]
  enabled?: boolean
}

/** Everything read about an entity begins with its name, so that a command can say what it made old; then the view. */
export const keyOf = (entity: { name: string }, scope: Scope, ...rest: unknown[]): QueryKey => [
  entity.name,
  scope.merchant ?? null,
  scope.organisation ?? null,
  ...rest,
]

/** One row by its id. */
export function useRow<E extends Entity, R = RowOf<E>>(
  entity: E,
  id: string | undefined,
  { populate = [], enabled = true }: ReadOptions = {},
): UseQueryResult<R, ApiRefusal> {
  const query = { _populate: populate.join(',') }
  return useRead<R>(entity, `/v1/${entity.resource}/${encodeURIComponent(id ?? '')}`, query, {
    enabled: enabled && id !== undefined,
  })
}

/** The rows of an address. While another page or filter loads, the rows before it stay. */
export function useList<E extends Entity, R = RowOf<E>>(
  entity: E,
  query: ApiQuery = {},
  { populate = [], enabled = true }: ReadOptions = {},
): UseQueryResult<R[], ApiRefusal> {
  const scope = useScope()
  const address = populate.length > 0 ? { ...query, _populate: populate.join(',') } : query
  return useQuery({
    queryKey: keyOf(entity, scope, 'list', address),
    queryFn: ({ signal }) => api.get<R[]>(`/v1/${entity.resource}`, address, { scope, signal }),
    placeholderData: sameView(scope),
    enabled,
  })
}

/** How many rows the filters of an address give, whatever its page, size and order. Never the number of other filters. */
export function useCount(
  entity: Entity,
  query: ApiQuery = {},
  { enabled = true }: { enabled?: boolean } = {},
): UseQueryResult<number, ApiRefusal> {
  const scope = useScope()
  const address = withoutPage(query)
  return useQuery({
    queryKey: keyOf(entity, scope, 'count', address),
    queryFn: async ({ signal }) =>
      (await api.get<{ count: number }>(`/v1/${entity.resource}/count`, address, { scope, signal })).count,
    enabled,
  })
}

/** What the rows of an address add up to, each currency for itself. */
export function useTotals(
  entity: Entity,
  query: ApiQuery = {},
  { enabled = true }: { enabled?: boolean } = {},
): UseQueryResult<CurrencyTotals[], ApiRefusal> {
  const scope = useScope()
  const address = withoutPage(query)
  return useQuery({
    queryKey: keyOf(entity, scope, 'totals', address),
    queryFn: ({ signal }) => api.get<CurrencyTotals[]>(`/v1/${entity.resource}/totals`, address, { scope, signal }),
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

/** Anything else that belongs to an entity: `useRead(transaction, `/v1/transaction/${id}/events`)`. */
export function useRead<T>(
  entity: { name: string },
  path: string,
  query: ApiQuery = {},
  { enabled = true }: { enabled?: boolean } = {},
): UseQueryResult<T, ApiRefusal> {
  const scope = useScope()
  return useQuery({
    queryKey: keyOf(entity, scope, 'read', path, query),
    queryFn: ({ signal }) => api.get<T>(path, query, { scope, signal }),
    enabled,
  })
}

/** Rows of the page before may stay on screen while the next one loads, those of another merchant never. */
function sameView(scope: Scope) {
  return <T>(previous: T | undefined, query: { queryKey: QueryKey } | undefined): T | undefined => {
    const [, merchant, organisation] = query?.queryKey ?? []
    const isSame = merchant === (scope.merchant ?? null) && organisation === (scope.organisation ?? null)
    return isSame ? keepPreviousData(previous) : undefined
  }
}
