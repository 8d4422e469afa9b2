import { profileEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { ask } from './profile-calls.ts'

/** Everything read here begins with this word: a change of one part (a password) shows in others (sessions, events). */
const key = 'profile'

export function useReading<C extends Call>(call: C): UseQueryResult<CallReply<C>, ApiRefusal> {
  return useQuery({ queryKey: [key, call.name], queryFn: () => ask(call) })
}

export const useProfile = () => useReading(profileEndpoint)

export function useReadAgain(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [key] })
}
