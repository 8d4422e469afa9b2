import { defineEndpoint } from '../endpoint.ts'
import { entityRoles, providerEntityRoles } from '../roles.ts'
import type * as schemas from './user-mfa.schemas.ts'

export const requireMfaOfUserEndpoint = defineEndpoint<typeof schemas.requireMfaOfUserSchemas>()({
  name: 'require-mfa-of-user',
  method: 'POST',
  path: '/v1/user/:id/mfa',
  area: 'user',
  summary: "Set which second factor a merchant's user needs, from the next sign-in on",
  access: entityRoles('PLATFORMUSER').update,
  refusals: ['own_account'],
  changes: ['user'],
})

export const requireMfaOfProviderUserEndpoint = defineEndpoint<typeof schemas.requireMfaOfProviderUserSchemas>()({
  name: 'require-mfa-of-provider-user',
  method: 'POST',
  path: '/v1/psp/user/:id/mfa',
  area: 'psp_user',
  summary: "Set which second factor one of the provider's staff needs, from the next sign-in on",
  access: providerEntityRoles('PSP_USER').update,
  refusals: ['own_account', 'mfa_type_refused'],
  changes: ['psp_user'],
})
