import type { CallReply } from '@kontor/contract/identity/call'
import type { checkTokenCall } from '@kontor/contract/identity/sign-in.calls'
import { useQuery } from '@tanstack/react-query'
import { ApiRefusal } from '../platform/api-client.ts'
import { currentSession, endSession } from './session.ts'
import { checkToken } from './sign-in-calls.ts'

type Link = CallReply<typeof checkTokenCall>

/**
 * Looks whether a link is good, without using it. Only a good one ends the session of this browser, on the server and
 * here: a bad one signs nobody out.
 */
export function useLink(token: string | undefined, purpose: 'password' | 'email') {
  const { data, error } = useQuery<Link, ApiRefusal>({
    // A secret in memory only, and asked for once.
    queryKey: ['link', purpose, token],
    queryFn: async () => {
      const link = await checkToken({ token: token ?? '', purpose })
      if (currentSession()) endSession()
      return link
    },
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { link: data, refusal: error ?? (token === undefined ? new ApiRefusal('invalid_token', 422) : undefined) }
}
