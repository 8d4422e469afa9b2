import { z } from 'zod'
import { defineCall } from './call.ts'
import { mfaCode, mfaSetup, mfaSetupDone, mfaType, recoveryCode, signInReply } from './mfa.ts'
import { authenticationResponse, webAuthnOptions } from './passkey.ts'
import { passwordPolicy } from './password.rules.ts'
import { emailAddress, loginBody, loginReply, secretToken, sessionSchema, setUpBody, typedPassword } from './session.ts'

const nothing = z.strictObject({})
const noReply = z.void()

const challenge = z.strictObject({ username: emailAddress, token: secretToken })
const remember = { remember: z.boolean().default(false) }

export const loginCall = defineCall({
  name: 'login',
  method: 'POST',
  path: '/v1/auth/login',
  summary: 'Sign in with e-mail address and password',
  access: 'anyone',
  body: loginBody,
  status: 200,
  reply: signInReply,
  refusals: ['invalid_credentials', 'too_many_attempts'],
})

/** May go on to a set-up, when the factor that was just shown is not the kind that is required. */
export const mfaCall = defineCall({
  name: 'verify-mfa',
  method: 'POST',
  path: '/v1/auth/mfa',
  summary: 'Show the second factor: a code of six digits',
  access: 'anyone',
  body: challenge.extend({ code: mfaCode, ...remember }),
  status: 200,
  reply: signInReply,
  refusals: ['invalid_code', 'invalid_token', 'too_many_attempts'],
})

export const mfaRecoveryCall = defineCall({
  name: 'use-recovery-code',
  method: 'POST',
  path: '/v1/auth/mfa/recovery',
  summary: 'Show a recovery code in the place of the second factor',
  access: 'anyone',
  body: challenge.extend({ recovery_code: recoveryCode, ...remember }),
  status: 200,
  reply: signInReply,
  refusals: ['invalid_code', 'invalid_token', 'too_many_attempts'],
})

export const mfaResendCall = defineCall({
  name: 'resend-mfa-mail',
  method: 'POST',
  path: '/v1/auth/mfa/resend',
  summary: 'Mail another code; the earlier one is void',
  access: 'anyone',
  body: challenge,
  status: 204,
  reply: noReply,
  refusals: ['invalid_token', 'too_many_attempts'],
})

export const mfaPasskeyOptionsCall = defineCall({
  name: 'ask-mfa-passkey',
  method: 'POST',
  path: '/v1/auth/mfa/passkey/options',
  summary: 'What a passkey has to sign to be the second factor',
  access: 'anyone',
  body: challenge,
  status: 200,
  reply: webAuthnOptions,
  refusals: ['invalid_token', 'no_passkey'],
})

export const mfaPasskeyCall = defineCall({
  name: 'verify-mfa-passkey',
  method: 'POST',
  path: '/v1/auth/mfa/passkey',
  summary: 'Show a passkey as the second factor',
  access: 'anyone',
  body: challenge.extend({ response: authenticationResponse, ...remember }),
  status: 200,
  reply: signInReply,
  refusals: ['passkey_refused', 'invalid_token', 'too_many_attempts'],
})

/** The first step of a forced set-up: makes a secret, or mails a code. Called anew, it begins anew. */
export const beginMfaSetupCall = defineCall({
  name: 'set-up-mfa',
  method: 'POST',
  path: '/v1/auth/mfa/setup',
  summary: 'Set up a second factor before the first session: without a code begins, with it completes and signs in',
  access: 'anyone',
  body: z.strictObject({ token: secretToken, type: mfaType, code: mfaCode.optional() }),
  status: 200,
  reply: z.union([mfaSetup, mfaSetupDone]),
  refusals: ['invalid_code', 'invalid_token', 'mfa_type_refused', 'too_many_attempts'],
})

export const passkeyOptionsCall = defineCall({
  name: 'ask-passkey',
  method: 'POST',
  path: '/v1/auth/passkey/options',
  summary: 'What a passkey has to sign to sign in by itself',
  access: 'anyone',
  body: nothing,
  status: 200,
  reply: z.object({ token: z.string(), options: webAuthnOptions }),
  refusals: ['too_many_attempts'],
})

export const passkeyCall = defineCall({
  name: 'sign-in-with-passkey',
  method: 'POST',
  path: '/v1/auth/passkey',
  summary: 'Sign in with a passkey alone',
  access: 'anyone',
  body: z.strictObject({ token: secretToken, response: authenticationResponse }),
  status: 200,
  reply: signInReply,
  refusals: ['passkey_refused', 'invalid_token', 'too_many_attempts'],
})

export const forgotPasswordCall = defineCall({
  name: 'forgot-password',
  method: 'POST',
  path: '/v1/auth/forgot-password',
  summary: 'Mail a link to reset the password. The answer is the same whoever asks',
  access: 'anyone',
  body: z.strictObject({ username: emailAddress }),
  status: 204,
  reply: noReply,
  refusals: ['too_many_attempts'],
})

/**
 * Whether a link is good, before its form is shown. Only when it is, a session in the same browser is ended: a bad link
 * signs nobody out.
 */
export const checkTokenCall = defineCall({
  name: 'check-token',
  method: 'POST',
  path: '/v1/auth/check-token',
  summary: 'Look whether a link is still good, without using it; ends the session of this browser when it is',
  access: 'anyone',
  body: z.strictObject({ token: secretToken, purpose: z.enum(['password', 'email']) }),
  status: 200,
  reply: z.object({
    /** The first password of a new user, and not a reset. */
    new: z.boolean(),
    /** The rules that hold for this user, whatever the address says; null for an e-mail link. */
    requirements: passwordPolicy.nullable(),
    /** The address that an e-mail link was sent to; null for a password. */
    email: z.string().nullable(),
  }),
  refusals: ['invalid_token', 'too_many_attempts'],
})

/** Sets or resets: by the token. Every session and remembered device ends; the second factor stays. */
export const updatePasswordCall = defineCall({
  name: 'update-password',
  method: 'POST',
  path: '/v1/auth/update-password',
  summary: 'Set a password by a link',
  access: 'anyone',
  body: z.strictObject({ token: secretToken, password: typedPassword }),
  status: 204,
  reply: noReply,
  refusals: ['invalid_token', 'password_too_weak', 'password_leaked', 'too_many_attempts'],
})

/** The address is the one that the link was sent to: typed once more, so that whoever opened the link knows what it does. */
export const updateEmailCall = defineCall({
  name: 'update-email',
  method: 'POST',
  path: '/v1/auth/update-email',
  summary: 'Change the e-mail address by a link',
  access: 'anyone',
  body: z.strictObject({ token: secretToken, email: emailAddress }),
  status: 204,
  reply: noReply,
  refusals: ['invalid_token', 'email_not_of_link', 'too_many_attempts'],
})

export const logoutCall = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/v1/auth/logout',
  summary: 'Sign out',
  access: 'anyone',
  body: nothing,
  status: 204,
  reply: noReply,
  refusals: [],
})

export const sessionCall = defineCall({
  name: 'session',
  method: 'GET',
  path: '/v1/auth/session',
  summary: 'Who is signed in',
  access: 'session',
  body: nothing,
  status: 200,
  reply: sessionSchema,
  refusals: [],
})

export const activityCall = defineCall({
  name: 'activity',
  method: 'POST',
  path: '/v1/auth/activity',
  summary: 'A person is there. Nothing else keeps a session alive',
  access: 'session',
  body: nothing,
  status: 204,
  reply: noReply,
  refusals: [],
})

export const setUpCall = defineCall({
  name: 'set-up',
  method: 'POST',
  path: '/v1/auth/set-up',
  summary: 'Set up the first user of the provider',
  access: 'anyone',
  body: setUpBody,
  status: 200,
  reply: loginReply,
  refusals: ['invalid_token', 'password_too_weak', 'password_leaked'],
})
