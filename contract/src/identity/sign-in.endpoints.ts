import { defineEndpoint } from '../endpoint.ts'
import type * as schemas from './sign-in.schemas.ts'
import type * as signOn from './sign-on/sign-on.schemas.ts'

export const loginEndpoint = defineEndpoint<typeof schemas.loginSchemas>()({
  name: 'login',
  method: 'POST',
  path: '/v1/auth/login',
  area: 'auth',
  summary: 'Sign in with e-mail address and password',
  access: 'anyone',
  refusals: ['invalid_credentials', 'sign_on_required', 'too_many_attempts'],
})

export const signInWaysEndpoint = defineEndpoint<typeof signOn.signInWaysSchemas>()({
  name: 'get-sign-in-ways',
  method: 'POST',
  path: '/v1/auth/ways',
  area: 'auth',
  summary: 'Ask how people of a mail domain sign in. The answer is the same for every address of the domain',
  access: 'anyone',
  refusals: ['too_many_attempts'],
})

/** The browser gets a cookie, without which the answer of the issuer is worth nothing. */
export const beginSignOnEndpoint = defineEndpoint<typeof signOn.beginSignOnSchemas>()({
  name: 'begin-sign-on',
  method: 'POST',
  path: '/v1/auth/sign-on',
  area: 'auth',
  summary: 'Begin to sign in at the issuer of the address’s organisation',
  access: 'anyone',
  refusals: ['sign_on_not_offered', 'sign_on_refused', 'too_many_attempts'],
})

export const finishSignOnEndpoint = defineEndpoint<typeof signOn.finishSignOnSchemas>()({
  name: 'finish-sign-on',
  method: 'POST',
  path: '/v1/auth/sign-on/return',
  area: 'auth',
  summary: 'Go on with what the issuer answered, once and in the same browser',
  access: 'anyone',
  refusals: ['invalid_token', 'sign_on_refused', 'too_many_attempts'],
})

/** The answer may ask for a set-up, when the factor just shown is not of the required kind. */
export const mfaEndpoint = defineEndpoint<typeof schemas.mfaSchemas>()({
  name: 'verify-mfa',
  method: 'POST',
  path: '/v1/auth/mfa',
  area: 'auth',
  summary: 'Complete the sign-in with a code of six digits',
  access: 'anyone',
  refusals: ['invalid_code', 'invalid_token', 'sign_on_required', 'too_many_attempts'],
})

export const mfaRecoveryEndpoint = defineEndpoint<typeof schemas.mfaRecoverySchemas>()({
  name: 'use-recovery-code',
  method: 'POST',
  path: '/v1/auth/mfa/recovery',
  area: 'auth',
  summary: 'Complete the sign-in with a recovery code instead of the second factor',
  access: 'anyone',
  refusals: ['invalid_code', 'invalid_token', 'sign_on_required', 'too_many_attempts'],
})

export const mfaResendEndpoint = defineEndpoint<typeof schemas.mfaResendSchemas>()({
  name: 'resend-mfa-mail',
  method: 'POST',
  path: '/v1/auth/mfa/resend',
  area: 'auth',
  summary: 'Mail another code; the earlier one is void',
  access: 'anyone',
  status: 204,
  refusals: ['invalid_token', 'sign_on_required', 'too_many_attempts'],
})

export const mfaPasskeyOptionsEndpoint = defineEndpoint<typeof schemas.mfaPasskeyOptionsSchemas>()({
  name: 'ask-mfa-passkey',
  method: 'POST',
  path: '/v1/auth/mfa/passkey/options',
  area: 'auth',
  summary: 'Get the challenge that a passkey signs as the second factor',
  access: 'anyone',
  refusals: ['invalid_token', 'no_passkey', 'sign_on_required'],
})

export const mfaPasskeyEndpoint = defineEndpoint<typeof schemas.mfaPasskeySchemas>()({
  name: 'verify-mfa-passkey',
  method: 'POST',
  path: '/v1/auth/mfa/passkey',
  area: 'auth',
  summary: 'Complete the sign-in with a passkey as the second factor',
  access: 'anyone',
  refusals: ['passkey_refused', 'invalid_token', 'sign_on_required', 'too_many_attempts'],
})

/** The first step of a forced set-up: creates a secret, or mails a code. A second call starts again. */
export const beginMfaSetupEndpoint = defineEndpoint<typeof schemas.beginMfaSetupSchemas>()({
  name: 'set-up-mfa',
  method: 'POST',
  path: '/v1/auth/mfa/setup',
  area: 'auth',
  summary: 'Set up a second factor before the first session: begins without a code, completes and signs in with a code',
  access: 'anyone',
  refusals: ['invalid_code', 'invalid_token', 'mfa_type_refused', 'sign_on_required', 'too_many_attempts'],
})

export const passkeyOptionsEndpoint = defineEndpoint<typeof schemas.passkeyOptionsSchemas>()({
  name: 'ask-passkey',
  method: 'POST',
  path: '/v1/auth/passkey/options',
  area: 'auth',
  summary: 'Get the challenge that a passkey signs to sign in alone',
  access: 'anyone',
  refusals: ['too_many_attempts'],
})

export const passkeyEndpoint = defineEndpoint<typeof schemas.passkeySchemas>()({
  name: 'sign-in-with-passkey',
  method: 'POST',
  path: '/v1/auth/passkey',
  area: 'auth',
  summary: 'Sign in with a passkey alone',
  access: 'anyone',
  refusals: ['passkey_refused', 'invalid_token', 'sign_on_required', 'too_many_attempts'],
})

export const forgotPasswordEndpoint = defineEndpoint<typeof schemas.forgotPasswordSchemas>()({
  name: 'forgot-password',
  method: 'POST',
  path: '/v1/auth/forgot-password',
  area: 'auth',
  summary: 'Mail a link to reset the password. The answer is the same for every address',
  access: 'anyone',
  status: 204,
  refusals: ['sign_on_required', 'too_many_attempts'],
})

/**
 * Checks a link before its form is shown. A good link ends the session in the same browser; a bad link signs nobody
 * out.
 */
export const checkTokenEndpoint = defineEndpoint<typeof schemas.checkTokenSchemas>()({
  name: 'check-token',
  method: 'POST',
  path: '/v1/auth/check-token',
  area: 'auth',
  summary: 'Check a link without using it; a valid link ends the session of this browser',
  access: 'anyone',
  refusals: ['invalid_token', 'sign_on_required', 'too_many_attempts'],
})

/** Sets or resets the password by the token. Every session and remembered device ends; the second factor stays. */
export const updatePasswordEndpoint = defineEndpoint<typeof schemas.updatePasswordSchemas>()({
  name: 'update-password',
  method: 'POST',
  path: '/v1/auth/update-password',
  area: 'auth',
  summary: 'Set a password with a link',
  access: 'anyone',
  status: 204,
  refusals: ['invalid_token', 'password_too_weak', 'password_leaked', 'sign_on_required', 'too_many_attempts'],
})

/** The user types the address that the link was sent to, so that a person who opens the link knows what it does. */
export const updateEmailEndpoint = defineEndpoint<typeof schemas.updateEmailSchemas>()({
  name: 'update-email',
  method: 'POST',
  path: '/v1/auth/update-email',
  area: 'auth',
  summary: 'Change the e-mail address with a link',
  access: 'anyone',
  status: 204,
  refusals: ['invalid_token', 'email_not_of_link', 'sign_on_required', 'too_many_attempts'],
})

export const logoutEndpoint = defineEndpoint<typeof schemas.logoutSchemas>()({
  name: 'logout',
  method: 'POST',
  path: '/v1/auth/logout',
  area: 'auth',
  summary: 'Sign out',
  access: 'anyone',
  status: 204,
})

export const sessionEndpoint = defineEndpoint<typeof schemas.sessionSchemas>()({
  name: 'session',
  method: 'GET',
  path: '/v1/auth/session',
  area: 'auth',
  summary: 'Get the signed-in user',
  access: 'person',
  isUnrecorded: true,
})

export const activityEndpoint = defineEndpoint<typeof schemas.activitySchemas>()({
  name: 'activity',
  method: 'POST',
  path: '/v1/auth/activity',
  area: 'auth',
  summary: 'Report that a person is present. Only this keeps a session alive',
  access: 'person',
  status: 204,
  isUnrecorded: true,
  keepsNoAnswer: 'reads',
})

export const setUpEndpoint = defineEndpoint<typeof schemas.setUpSchemas>()({
  name: 'set-up',
  method: 'POST',
  path: '/v1/auth/set-up',
  area: 'auth',
  summary: 'Set up the first user of the provider',
  access: 'anyone',
  refusals: ['invalid_token', 'password_too_weak', 'password_leaked'],
})
