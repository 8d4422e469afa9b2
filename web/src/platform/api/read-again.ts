import type { Endpoint } from '@kontor/contract/endpoint'
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Reads again what is on the screen, after a change. A first reading that is under way may have been answered before the
 * change, and the library would wait for its answer: it is given up and begun anew.
 */
export async function readAgain(
  queries: QueryClient,
  filters: Pick<QueryFilters, 'queryKey' | 'predicate'>,
): Promise<void> {
  const isFirst = (query: Query) =>
    query.state.data === undefined && query.state.fetchStatus === 'fetching' && (filters.predicate?.(query) ?? true)
  await queries.cancelQueries({ ...filters, predicate: isFirst })
  await queries.invalidateQueries(filters)
}

/** Reads again what a command changed, and what follows every command, such as the number of what waits for a person. */
export async function readChanged(queries: QueryClient, { changes }: Pick<Endpoint, 'changes'>): Promise<void> {
  await Promise.all([
    ...changes.map((changed) => readAgain(queries, { queryKey: [changed] })),
    readAgain(queries, { predicate: ({ meta }) => meta?.followsCommands === true }),
  ])
}
