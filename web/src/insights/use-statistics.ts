import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiQuery, ApiRefusal } from '../platform/api/api-client.ts'
import { useRead } from '../platform/api/reading.ts'

/** The figures of a call, read again whenever a command changes something of its entity. */
export function useStatistics<C extends StatisticsCall>(
  call: C,
  query: StatisticsQuery<C> & ApiQuery,
  options: { enabled?: boolean } = {},
): UseQueryResult<StatisticsReply<C>, ApiRefusal> {
  return useRead<StatisticsReply<C>>({ name: call.entity }, call.path, query, options)
}
