import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { entityRoles, providerEntityRoles } from '../roles.ts'
import { mfaRequirements } from './mfa.ts'

/** The second factor that one user needs, whatever the others of the house do. The stricter of both holds. */
const userMfa = z.strictObject({ mfa_required: z.enum(mfaRequirements) })
const reply = userMfa.extend({ id: z.string() })

export const requireMfaOfUserCommand = defineCommand({
  name: 'require-mfa-of-user',
  method: 'POST',
  path: '/v1/user/:id/mfa',
  summary: "Set which second factor a merchant's user needs, from the next sign-in on",
  roles: entityRoles('PLATFORMUSER').update,
  body: userMfa,
  status: 200,
  reply,
  refusals: ['own_account'],
  changes: ['user'],
})

export const requireMfaOfProviderUserCommand = defineCommand({
  name: 'require-mfa-of-provider-user',
  method: 'POST',
  path: '/v1/psp/user/:id/mfa',
  summary: "Set which second factor one of the provider's staff needs, from the next sign-in on",
  roles: providerEntityRoles('PSP_USER').update,
  body: userMfa,
  status: 200,
  reply,
  refusals: ['own_account', 'mfa_type_refused'],
  changes: ['psp_user'],
})
