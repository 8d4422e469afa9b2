import { defineEndpoint } from '../endpoint.ts'
import type * as schemas from './profile.schemas.ts'

export const profileEndpoint = defineEndpoint<typeof schemas.profileSchemas>()({
  name: 'profile',
  method: 'GET',
  path: '/v1/profile',
  area: 'profile',
  summary: 'Get the signed-in user’s own profile',
  access: 'person',
})

export const updateProfileEndpoint = defineEndpoint<typeof schemas.updateProfileSchemas>()({
  name: 'update-profile',
  method: 'POST',
  path: '/v1/profile',
  area: 'profile',
  summary: 'Change name, language, time zone or theme',
  access: 'person',
})

/**
 * The answer is the same for a free address and for one in use. The user who has the address already is told by mail.
 */
export const changeEmailEndpoint = defineEndpoint<typeof schemas.changeEmailSchemas>()({
  name: 'change-email',
  method: 'POST',
  path: '/v1/profile/email',
  area: 'profile',
  summary: 'Mail a link to a new e-mail address, and a notice to the old one',
  access: 'person',
  status: 204,
  refusals: ['invalid_password', 'sign_on_required', 'too_many_attempts'],
  keepsNoAnswer: 'proof',
})

export const changePasswordEndpoint = defineEndpoint<typeof schemas.changePasswordSchemas>()({
  name: 'change-password',
  method: 'POST',
  path: '/v1/profile/password',
  area: 'profile',
  summary: 'Change the password; other sessions and remembered devices end, this one gets a new id',
  access: 'person',
  status: 204,
  refusals: ['invalid_password', 'sign_on_required', 'password_too_weak', 'password_leaked', 'too_many_attempts'],
  keepsNoAnswer: 'proof',
})

export const beginMfaEndpoint = defineEndpoint<typeof schemas.beginMfaSchemas>()({
  name: 'begin-mfa',
  method: 'POST',
  path: '/v1/profile/mfa',
  area: 'profile',
  summary: 'Begin to set up or change the second factor: creates a secret, or mails a code',
  access: 'person',
  refusals: ['invalid_password', 'sign_on_required', 'mfa_type_refused', 'too_many_attempts'],
  keepsNoAnswer: 'proof',
})

export const confirmMfaEndpoint = defineEndpoint<typeof schemas.confirmMfaSchemas>()({
  name: 'confirm-mfa',
  method: 'POST',
  path: '/v1/profile/mfa/confirm',
  area: 'profile',
  summary: 'Complete the second factor with a code; other sessions and remembered devices end, this one gets a new id',
  access: 'person',
  refusals: ['invalid_code', 'invalid_token', 'too_many_attempts'],
  keepsNoAnswer: 'proof',
})

export const disableMfaEndpoint = defineEndpoint<typeof schemas.disableMfaSchemas>()({
  name: 'disable-mfa',
  method: 'POST',
  path: '/v1/profile/mfa/off',
  area: 'profile',
  summary: 'Switch the second factor off, where it is not required',
  access: 'person',
  status: 204,
  refusals: ['invalid_password', 'sign_on_required', 'mfa_required', 'too_many_attempts'],
  keepsNoAnswer: 'proof',
})

export const renewRecoveryCodesEndpoint = defineEndpoint<typeof schemas.renewRecoveryCodesSchemas>()({
  name: 'renew-recovery-codes',
  method: 'POST',
  path: '/v1/profile/recovery-codes',
  area: 'profile',
  summary: 'Make new recovery codes; the earlier ones are void',
  access: 'person',
  refusals: ['invalid_password', 'sign_on_required', 'mfa_not_enabled', 'too_many_attempts'],
  keepsNoAnswer: 'proof',
})

/** Commands that need a fresh second factor take it from the session, so one showing is good for five minutes. */
export const askFactorEndpoint = defineEndpoint<typeof schemas.askFactorSchemas>()({
  name: 'ask-factor',
  method: 'POST',
  path: '/v1/profile/factor',
  area: 'profile',
  summary: 'Begin to show a second factor again: mails a code, where the factor is a mailed code',
  description: 'A person who has set up no second factor gets a code by mail.',
  access: 'person',
  refusals: ['mfa_not_enabled', 'too_many_attempts'],
  keepsNoAnswer: 'proof',
})

export const showFactorEndpoint = defineEndpoint<typeof schemas.showFactorSchemas>()({
  name: 'show-factor',
  method: 'POST',
  path: '/v1/profile/factor/show',
  area: 'profile',
  summary: 'Show a second factor again, by a code or a passkey',
  access: 'person',
  status: 204,
  refusals: ['invalid_code', 'passkey_refused', 'invalid_token', 'too_many_attempts'],
  keepsNoAnswer: 'proof',
})

export const listPasskeysEndpoint = defineEndpoint<typeof schemas.listPasskeysSchemas>()({
  name: 'list-passkeys',
  method: 'GET',
  path: '/v1/profile/passkey',
  area: 'profile',
  summary: 'List the user’s passkeys',
  access: 'person',
})

export const beginPasskeyEndpoint = defineEndpoint<typeof schemas.beginPasskeySchemas>()({
  name: 'begin-passkey',
  method: 'POST',
  path: '/v1/profile/passkey/options',
  area: 'profile',
  summary: 'Get the options with which a browser makes a passkey',
  access: 'person',
  refusals: ['invalid_password', 'sign_on_required', 'too_many_attempts'],
  keepsNoAnswer: 'proof',
})

export const addPasskeyEndpoint = defineEndpoint<typeof schemas.addPasskeySchemas>()({
  name: 'add-passkey',
  method: 'POST',
  path: '/v1/profile/passkey',
  area: 'profile',
  summary: 'Add the passkey that the browser made',
  access: 'person',
  status: 201,
  refusals: ['passkey_refused', 'invalid_token'],
})

export const removePasskeyEndpoint = defineEndpoint<typeof schemas.removePasskeySchemas>()({
  name: 'remove-passkey',
  method: 'DELETE',
  path: '/v1/profile/passkey/:id',
  area: 'profile',
  summary: 'Remove a passkey',
  access: 'person',
  status: 204,
  refusals: ['not_found'],
})

export const listSessionsEndpoint = defineEndpoint<typeof schemas.listSessionsSchemas>()({
  name: 'list-sessions',
  method: 'GET',
  path: '/v1/profile/session',
  area: 'profile',
  summary: 'List the user’s sessions',
  access: 'person',
})

export const endSessionEndpoint = defineEndpoint<typeof schemas.endSessionSchemas>()({
  name: 'end-session',
  method: 'DELETE',
  path: '/v1/profile/session/:id',
  area: 'profile',
  summary: 'End one session',
  access: 'person',
  status: 204,
  refusals: ['not_found'],
})

export const endOtherSessionsEndpoint = defineEndpoint<typeof schemas.endOtherSessionsSchemas>()({
  name: 'end-other-sessions',
  method: 'POST',
  path: '/v1/profile/session/end-others',
  area: 'profile',
  summary: 'End every session but this one',
  access: 'person',
  status: 204,
})

export const listDevicesEndpoint = defineEndpoint<typeof schemas.listDevicesSchemas>()({
  name: 'list-devices',
  method: 'GET',
  path: '/v1/profile/device',
  area: 'profile',
  summary: 'List the remembered devices, which need no second factor',
  access: 'person',
})

export const forgetDeviceEndpoint = defineEndpoint<typeof schemas.forgetDeviceSchemas>()({
  name: 'forget-device',
  method: 'DELETE',
  path: '/v1/profile/device/:id',
  area: 'profile',
  summary: 'Forget a remembered device',
  access: 'person',
  status: 204,
  refusals: ['not_found'],
})

export const listSignInEventsEndpoint = defineEndpoint<typeof schemas.listSignInEventsSchemas>()({
  name: 'list-sign-in-events',
  method: 'GET',
  path: '/v1/profile/event',
  area: 'profile',
  summary: 'List the events of the user’s own account; _limit and before page through them',
  access: 'person',
})
