import { defineEndpoint } from '../../endpoint.ts'
import { anyUserRoles } from './user.rules.ts'
import type * as schemas from './user.schemas.ts'

// A merchant's users and the provider's staff have the same addresses. Only people call them (docs/adr/0094).
const shared = { area: 'user', personOnly: true, changes: ['user', 'psp_user'] } as const
const { create, update, delete: remove } = anyUserRoles

/** Callers cannot give roles that they lack. The reply names addresses that have an account; all others are invited. */
export const inviteUsersEndpoint = defineEndpoint<typeof schemas.inviteUsersSchemas>()({
  ...shared,
  name: 'invite-users',
  method: 'POST',
  path: '/v1/user',
  summary: 'Invite users; each address has its own result',
  access: create,
  status: 201,
  refusals: ['mfa_type_refused', 'merchant_inactive', 'too_many_attempts'],
})

export const updateUserEndpoint = defineEndpoint<typeof schemas.updateUserSchemas>()({
  ...shared,
  name: 'update-user',
  method: 'POST',
  path: '/v1/user/:id',
  summary: 'Change the name, the organisation, the roles or the required factor of a user, from the next request on',
  access: update,
  refusals: ['own_account', 'holds_more', 'last_holder', 'mfa_type_refused', 'too_many_attempts'],
})

export const resendInvitationEndpoint = defineEndpoint<typeof schemas.resendInvitationSchemas>()({
  ...shared,
  name: 'resend-invitation',
  method: 'POST',
  path: '/v1/user/:id/invitation',
  summary: 'Mail an invitation again, with a new link',
  access: update,
  refusals: ['holds_more', 'invitation_accepted', 'user_disabled', 'merchant_inactive', 'too_many_attempts'],
})

/** The link lets anybody set the user's password. It exists only until the invitation is accepted. */
export const createInvitationLinkEndpoint = defineEndpoint<typeof schemas.createInvitationLinkSchemas>()({
  ...shared,
  name: 'create-invitation-link',
  method: 'POST',
  path: '/v1/user/:id/link',
  summary: 'Make a new link of an invitation, to hand over; it is shown once',
  access: update,
  isSecret: true,
  status: 201,
  refusals: ['holds_more', 'invitation_accepted', 'user_disabled', 'merchant_inactive'],
})

export const disableUserEndpoint = defineEndpoint<typeof schemas.disableUserSchemas>()({
  ...shared,
  name: 'disable-user',
  method: 'POST',
  path: '/v1/user/:id/disable',
  summary: 'Sign a user out and let nobody sign in as them',
  access: update,
  refusals: ['own_account', 'holds_more', 'last_holder'],
})

export const enableUserEndpoint = defineEndpoint<typeof schemas.enableUserSchemas>()({
  ...shared,
  name: 'enable-user',
  method: 'POST',
  path: '/v1/user/:id/enable',
  summary: 'Let a disabled user sign in again',
  access: update,
  refusals: ['holds_more'],
})

export const mailPasswordLinkEndpoint = defineEndpoint<typeof schemas.mailPasswordLinkSchemas>()({
  ...shared,
  name: 'mail-password-link',
  method: 'POST',
  path: '/v1/user/:id/password',
  summary: 'Mail a user the link to set a new password',
  access: update,
  refusals: ['holds_more', 'invitation_open', 'user_disabled', 'sign_on_required', 'too_many_attempts'],
})

/** The user signs in with the password alone until a second factor is set up again. */
export const resetMfaOfUserEndpoint = defineEndpoint<typeof schemas.resetMfaOfUserSchemas>()({
  ...shared,
  name: 'reset-mfa-of-user',
  method: 'POST',
  path: '/v1/user/:id/mfa/reset',
  summary: 'Remove the second factor and the passkeys of a user, who lost them',
  access: update,
  refusals: ['own_account', 'holds_more'],
})

export const endSessionsOfUserEndpoint = defineEndpoint<typeof schemas.endSessionsOfUserSchemas>()({
  ...shared,
  name: 'end-sessions-of-user',
  method: 'POST',
  path: '/v1/user/:id/sessions/end',
  summary: 'Sign a user out everywhere, and forget their devices',
  access: update,
  refusals: ['own_account', 'holds_more'],
})

export const deleteUserEndpoint = defineEndpoint<typeof schemas.deleteUserSchemas>()({
  ...shared,
  name: 'delete-user',
  method: 'DELETE',
  path: '/v1/user/:id',
  summary: 'Delete a user, whose address is then free',
  access: remove,
  status: 204,
  refusals: ['own_account', 'holds_more', 'last_holder', 'user_in_use'],
})
