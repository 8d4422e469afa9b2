import type { MfaRequirement } from '@kontor/contract/identity/mfa.rules'
import type { UserStatus } from '@kontor/contract/identity/users/user.rules'
import type { Role } from '@kontor/contract/roles'

/** A merchant's user, or one of the provider's staff, who have neither merchant nor organisation. */
export interface AnyUser {
  id: string
  name: string
  email: string
  status: UserStatus
  roles: Role[]
  mfa: 'none' | 'email' | 'google'
  mfa_required: MfaRequirement
  language: string
  merchant: string | null
  organisation: string | null
}
