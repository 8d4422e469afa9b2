import { z } from 'zod'
import { mfaCode, mfaSetup, mfaSetupDone, mfaType, recoveryCode, signInReply } from './mfa.ts'
import { authenticationResponse, webAuthnOptions } from './passkey.ts'
import { passwordPolicy } from './password.rules.ts'
import { emailAddress, loginBody, loginReply, secretToken, sessionSchema, setUpBody, typedPassword } from './session.ts'

const nothing = z.strictObject({})

const challenge = z.strictObject({ username: emailAddress, token: secretToken })

const remember = { remember: z.boolean().default(false) }

export const loginSchemas = {
  body: loginBody,
  reply: signInReply,
}

export const mfaSchemas = {
  body: challenge.extend({ code: mfaCode, ...remember }),
  reply: signInReply,
}

export const mfaRecoverySchemas = {
  body: challenge.extend({ recovery_code: recoveryCode, ...remember }),
  reply: signInReply,
}

export const mfaResendSchemas = {
  body: challenge,
}

export const mfaPasskeyOptionsSchemas = {
  body: challenge,
  reply: webAuthnOptions,
}

export const mfaPasskeySchemas = {
  body: challenge.extend({ response: authenticationResponse, ...remember }),
  reply: signInReply,
}

export const beginMfaSetupSchemas = {
  body: z.strictObject({ token: secretToken, type: mfaType, code: mfaCode.optional() }),
  reply: z.union([mfaSetup, mfaSetupDone]),
}

export const passkeyOptionsSchemas = {
  body: nothing,
  reply: z.object({ token: z.string(), options: webAuthnOptions }),
}

export const passkeySchemas = {
  body: z.strictObject({ token: secretToken, response: authenticationResponse }),
  reply: signInReply,
}

export const forgotPasswordSchemas = {
  body: z.strictObject({ username: emailAddress }),
}

export const checkTokenSchemas = {
  body: z.strictObject({ token: secretToken, purpose: z.enum(['password', 'email']) }),
  reply: z.object({
    /** True for the first password of a new user, false for a reset. */
    new: z.boolean(),
    /** The rules that hold for this user; the rules in the address do not count. Null for an e-mail link. */
    requirements: passwordPolicy.nullable(),
    /** The address that an e-mail link was sent to; null for a password. */
    email: z.string().nullable(),
  }),
}

export const updatePasswordSchemas = {
  body: z.strictObject({ token: secretToken, password: typedPassword }),
}

export const updateEmailSchemas = {
  body: z.strictObject({ token: secretToken, email: emailAddress }),
}

export const logoutSchemas = {
  body: nothing,
}

export const sessionSchemas = {
  reply: sessionSchema,
}

export const activitySchemas = {
  body: nothing,
}

export const setUpSchemas = {
  body: setUpBody,
  reply: loginReply,
}
