import type { Endpoint, ReplyOf } from '@kontor/contract/endpoint'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiRefusal, QueryIn } from '../platform/api/api-client.ts'
import { useRead } from '../platform/api/reading.ts'

/** The figures of an endpoint. They are read again when a command changes its entity. */
export function useStatistics<E extends Endpoint>(
  endpoint: E,
  query: QueryIn<E>,
  options?: { enabled?: boolean },
): UseQueryResult<ReplyOf<E>, ApiRefusal>
export function useStatistics(
  endpoint: Endpoint,
  query: QueryIn<Endpoint> | undefined,
  options: { enabled?: boolean } = {},
): UseQueryResult<unknown, ApiRefusal> {
  return useRead(endpoint, { ...(query && { query }), ...options })
}
