import { profileEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { readAgain } from '../../platform/api/read-again.ts'
import { useRead } from '../../platform/api/reading.ts'

export const useProfile = () => useRead(profileEndpoint)

/** Reads the whole profile again: a change of one part (a password) affects others (sessions, events). */
export function useReadAgain(): () => Promise<void> {
  const queries = useQueryClient()
  return () => readAgain(queries, { queryKey: [profileEndpoint.area] })
}
