import { z } from 'zod'
import { lineOfText, ofText, userName } from '../wire.ts'
import { mfaCode, mfaSetup, mfaType, recoveryCodes } from './mfa.ts'
import { authenticationResponse, passkeySchema, registrationResponse, webAuthnOptions } from './passkey.ts'
import { passwordPolicy } from './password.rules.ts'
import { emailAddress, languages, secretToken, themes, typedPassword } from './session.ts'
import { signInEventQuery, signInEventSchema } from './sign-in-event.schemas.ts'

const nothing = z.strictObject({})

/** A change to the sign-in requires the password once more. */
const reauthenticated = { password: typedPassword.min(1, ofText('required')) }

export const timeZone = z.string().refine(isTimeZone, 'invalid_time_zone')

const areas = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)\//i

/**
 * A time zone name of IANA, with its area. The runtime also accepts offsets, whose sign the database reads the other way round, and
 * short names: of those the database knows some not at all (CAT), and others as another zone (IST is Israel's there).
 */
function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && name !== 'GMT' && !areas.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const profileSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** A new address whose confirmation link has not been opened yet. */
  pending_email: z.string().nullable(),
  name: z.string(),
  language: z.enum(languages),
  /** Null: the time zone of the merchant, or of the installation. */
  time_zone: z.string().nullable(),
  theme: z.enum(themes),
  password_changed_at: z.string().nullable(),
  password_policy: passwordPolicy,
  mfa_type: mfaType.nullable(),
  /** The user cannot switch it off. */
  mfa_required: z.boolean(),
  /** The types that the user may choose from. */
  mfa_types: z.array(mfaType),
  recovery_codes_left: z.int(),
})

export type Profile = z.infer<typeof profileSchema>

export const profileSchemas = {
  reply: profileSchema,
}

export const updateProfileSchemas = {
  body: z.strictObject({
    name: userName.optional(),
    language: z.enum(languages).optional(),
    time_zone: timeZone.nullable().optional(),
    theme: z.enum(themes).optional(),
  }),
  reply: profileSchema,
}

export const changeEmailSchemas = {
  body: z.strictObject({ email: emailAddress, ...reauthenticated }),
}

export const changePasswordSchemas = {
  body: z.strictObject({ current_password: typedPassword.min(1, ofText('required')), password: typedPassword }),
}

export const beginMfaSchemas = {
  body: z.strictObject({ type: mfaType, ...reauthenticated }),
  reply: mfaSetup.extend({ token: z.string() }),
}

export const confirmMfaSchemas = {
  body: z.strictObject({ token: secretToken, code: mfaCode }),
  reply: z.object({ recovery_codes: recoveryCodes }),
}

export const disableMfaSchemas = {
  body: z.strictObject(reauthenticated),
}

export const renewRecoveryCodesSchemas = {
  body: z.strictObject(reauthenticated),
  reply: z.object({ recovery_codes: recoveryCodes }),
}

export const askFactorSchemas = {
  body: nothing,
  reply: z.object({
    token: z.string(),
    mfa_type: mfaType.nullable().meta({ description: 'Null: only a passkey' }),
    passkey: webAuthnOptions.nullable().meta({ description: 'Null: the user has no passkey' }),
  }),
}

export const showFactorSchemas = {
  body: z.union([
    z.strictObject({ token: secretToken, code: mfaCode }),
    z.strictObject({ token: secretToken, response: authenticationResponse }),
  ]),
}

export const listPasskeysSchemas = {
  reply: z.array(passkeySchema),
}

export const beginPasskeySchemas = {
  body: z.strictObject(reauthenticated),
  reply: z.object({ token: z.string(), options: webAuthnOptions }),
}

export const addPasskeySchemas = {
  body: z.strictObject({
    token: secretToken,
    name: lineOfText(100).min(1, ofText('required')),
    response: registrationResponse,
  }),
  reply: passkeySchema,
}

export const removePasskeySchemas = {
  body: nothing,
}

const seenAt = { created_at: z.string(), last_used_at: z.string(), expires_at: z.string() }

const from = { ip: z.string().nullable(), browser: z.string().nullable(), platform: z.string().nullable() }

export const listSessionsSchemas = {
  reply: z.array(z.object({ id: z.string(), current: z.boolean(), ...seenAt, ...from })),
}

export const endSessionSchemas = {
  body: nothing,
}

export const endOtherSessionsSchemas = {
  body: nothing,
}

export const listDevicesSchemas = {
  reply: z.array(z.object({ id: z.string(), current: z.boolean(), ...seenAt, ...from })),
}

export const forgetDeviceSchemas = {
  body: nothing,
}

export const listSignInEventsSchemas = {
  query: signInEventQuery,
  reply: z.array(signInEventSchema),
}
