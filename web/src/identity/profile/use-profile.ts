import { profileEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useRead } from '../../platform/api/reading.ts'

export const useProfile = () => useRead(profileEndpoint)

/** Reads the whole profile again: a change of one part (a password) affects others (sessions, events). */
export function useReadAgain(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [profileEndpoint.area] })
}
