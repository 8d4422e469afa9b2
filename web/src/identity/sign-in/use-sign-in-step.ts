import type { SignInReply } from '@kontor/contract/identity/mfa'
import { useRouter } from '@tanstack/react-router'
import { beginSession } from '../session.ts'
import { takeRememberedAddress } from './remembered-address.ts'

/**
 * Continues as the server's reply requires: to a second factor, to its set-up, or with a session to the remembered
 * address.
 */
export function useSignInStep(): (reply: SignInReply, username: string) => void {
  const router = useRouter()
  return (reply, username) => {
    if ('user' in reply) {
      router.history.replace(takeRememberedAddress(beginSession(reply.user).id))
    } else if ('mfa_token' in reply) {
      const { mfa_token, mfa_type } = reply
      void router.navigate({ to: '/mfa', search: { username, mfa_token, mfa_type } })
    } else {
      const { mfa_setup_token: token, required_type } = reply
      void router.navigate({ to: '/mfa/setup', search: { ...(required_type ? { required_type } : {}), token } })
    }
  }
}
