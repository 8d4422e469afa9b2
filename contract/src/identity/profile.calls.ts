import { z } from 'zod'
import { lineOfText } from '../wire.ts'
import { defineCall } from './call.ts'
import { mfaCode, mfaSetup, mfaType, recoveryCodes } from './mfa.ts'
import { passkeySchema, registrationResponse, webAuthnOptions } from './passkey.ts'
import { passwordPolicy } from './password.rules.ts'
import { emailAddress, languages, secretToken, themes, typedPassword } from './session.ts'
import { signInEventSchema } from './sign-in-event.ts'

const nothing = z.strictObject({})
const noReply = z.void()

/** A change of who may enter asks for the password once more. */
const reauthenticated = { password: typedPassword.min(1, 'required') }
const session = 'session' as const

const timeZone = z.string().refine(isTimeZone, 'invalid_time_zone')

/** A name of IANA's. The runtime knows offsets as well, whose sign the database reads the other way round. */
function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const profileSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** An address that waits for its link to be opened. */
  pending_email: z.string().nullable(),
  name: z.string(),
  language: z.enum(languages),
  /** Null: that of the merchant, or of the installation. */
  time_zone: z.string().nullable(),
  theme: z.enum(themes),
  password_changed_at: z.string().nullable(),
  password_policy: passwordPolicy,
  mfa_type: mfaType.nullable(),
  /** It cannot be switched off. */
  mfa_required: z.boolean(),
  /** The types that this user may choose from. */
  mfa_types: z.array(mfaType),
  recovery_codes_left: z.int(),
})
export type Profile = z.infer<typeof profileSchema>

export const profileCall = defineCall({
  name: 'profile',
  method: 'GET',
  path: '/v1/profile',
  summary: 'The signed-in user’s own profile',
  access: session,
  body: nothing,
  status: 200,
  reply: profileSchema,
  refusals: [],
})

export const updateProfileCall = defineCall({
  name: 'update-profile',
  method: 'POST',
  path: '/v1/profile',
  summary: 'Change name, language, time zone or theme',
  access: session,
  body: z.strictObject({
    name: lineOfText(200).min(1, 'required').optional(),
    language: z.enum(languages).optional(),
    time_zone: timeZone.nullable().optional(),
    theme: z.enum(themes).optional(),
  }),
  status: 200,
  reply: profileSchema,
  refusals: [],
})

/** The answer is the same whether the address is free or somebody's: who has it already is told by mail. */
export const changeEmailCall = defineCall({
  name: 'change-email',
  method: 'POST',
  path: '/v1/profile/email',
  summary: 'Mail a link to a new e-mail address, and a notice to the old one',
  access: session,
  body: z.strictObject({ email: emailAddress, ...reauthenticated }),
  status: 204,
  reply: noReply,
  refusals: ['invalid_password', 'too_many_attempts'],
})

export const changePasswordCall = defineCall({
  name: 'change-password',
  method: 'POST',
  path: '/v1/profile/password',
  summary: 'Change the password; other sessions and remembered devices end, this one gets a new id',
  access: session,
  body: z.strictObject({ current_password: typedPassword.min(1, 'required'), password: typedPassword }),
  status: 204,
  reply: noReply,
  refusals: ['invalid_password', 'password_too_weak', 'password_leaked', 'too_many_attempts'],
})

export const beginMfaCall = defineCall({
  name: 'begin-mfa',
  method: 'POST',
  path: '/v1/profile/mfa',
  summary: 'Begin to switch a second factor on, or to another: a secret, or a mailed code',
  access: session,
  body: z.strictObject({ type: mfaType, ...reauthenticated }),
  status: 200,
  reply: mfaSetup.extend({ token: z.string() }),
  refusals: ['invalid_password', 'mfa_type_refused', 'too_many_attempts'],
})

export const confirmMfaCall = defineCall({
  name: 'confirm-mfa',
  method: 'POST',
  path: '/v1/profile/mfa/confirm',
  summary: 'Complete it with a code; other sessions and remembered devices end, this one gets a new id',
  access: session,
  body: z.strictObject({ token: secretToken, code: mfaCode }),
  status: 200,
  reply: z.object({ recovery_codes: recoveryCodes }),
  refusals: ['invalid_code', 'invalid_token', 'too_many_attempts'],
})

export const disableMfaCall = defineCall({
  name: 'disable-mfa',
  method: 'POST',
  path: '/v1/profile/mfa/off',
  summary: 'Switch the second factor off, where it is not required',
  access: session,
  body: z.strictObject(reauthenticated),
  status: 204,
  reply: noReply,
  refusals: ['invalid_password', 'mfa_required', 'too_many_attempts'],
})

export const renewRecoveryCodesCall = defineCall({
  name: 'renew-recovery-codes',
  method: 'POST',
  path: '/v1/profile/recovery-codes',
  summary: 'New recovery codes; the earlier ones are void',
  access: session,
  body: z.strictObject(reauthenticated),
  status: 200,
  reply: z.object({ recovery_codes: recoveryCodes }),
  refusals: ['invalid_password', 'mfa_not_enabled', 'too_many_attempts'],
})

export const listPasskeysCall = defineCall({
  name: 'list-passkeys',
  method: 'GET',
  path: '/v1/profile/passkey',
  summary: 'The user’s passkeys',
  access: session,
  body: nothing,
  status: 200,
  reply: z.array(passkeySchema),
  refusals: [],
})

export const beginPasskeyCall = defineCall({
  name: 'begin-passkey',
  method: 'POST',
  path: '/v1/profile/passkey/options',
  summary: 'What a browser needs to make a passkey',
  access: session,
  body: z.strictObject(reauthenticated),
  status: 200,
  reply: z.object({ token: z.string(), options: webAuthnOptions }),
  refusals: ['invalid_password', 'too_many_attempts'],
})

export const addPasskeyCall = defineCall({
  name: 'add-passkey',
  method: 'POST',
  path: '/v1/profile/passkey',
  summary: 'Add the passkey that the browser made',
  access: session,
  body: z.strictObject({
    token: secretToken,
    name: lineOfText(100).min(1, 'required'),
    response: registrationResponse,
  }),
  status: 201,
  reply: passkeySchema,
  refusals: ['passkey_refused', 'invalid_token'],
})

export const removePasskeyCall = defineCall({
  name: 'remove-passkey',
  method: 'DELETE',
  path: '/v1/profile/passkey/:id',
  summary: 'Remove a passkey',
  access: session,
  body: nothing,
  status: 204,
  reply: noReply,
  refusals: ['not_found'],
})

const seenAt = { created_at: z.string(), last_used_at: z.string(), expires_at: z.string() }
const from = { ip: z.string().nullable(), browser: z.string().nullable(), platform: z.string().nullable() }

export const listSessionsCall = defineCall({
  name: 'list-sessions',
  method: 'GET',
  path: '/v1/profile/session',
  summary: 'Where the user is signed in',
  access: session,
  body: nothing,
  status: 200,
  reply: z.array(z.object({ id: z.string(), current: z.boolean(), ...seenAt, ...from })),
  refusals: [],
})

export const endSessionCall = defineCall({
  name: 'end-session',
  method: 'DELETE',
  path: '/v1/profile/session/:id',
  summary: 'End one session',
  access: session,
  body: nothing,
  status: 204,
  reply: noReply,
  refusals: ['not_found'],
})

export const endOtherSessionsCall = defineCall({
  name: 'end-other-sessions',
  method: 'POST',
  path: '/v1/profile/session/end-others',
  summary: 'End every session but this one',
  access: session,
  body: nothing,
  status: 204,
  reply: noReply,
  refusals: [],
})

export const listDevicesCall = defineCall({
  name: 'list-devices',
  method: 'GET',
  path: '/v1/profile/device',
  summary: 'Remembered devices: those that are not asked for a second factor',
  access: session,
  body: nothing,
  status: 200,
  reply: z.array(z.object({ id: z.string(), current: z.boolean(), ...seenAt, ...from })),
  refusals: [],
})

export const forgetDeviceCall = defineCall({
  name: 'forget-device',
  method: 'DELETE',
  path: '/v1/profile/device/:id',
  summary: 'Forget a remembered device',
  access: session,
  body: nothing,
  status: 204,
  reply: noReply,
  refusals: ['not_found'],
})

export const listSignInEventsCall = defineCall({
  name: 'list-sign-in-events',
  method: 'GET',
  path: '/v1/profile/event',
  summary: 'What happened to the user’s own account; with _limit and before',
  access: session,
  body: nothing,
  status: 200,
  reply: z.array(signInEventSchema),
  refusals: [],
})
