import { z } from 'zod'
import { ofText } from '../wire.ts'
import { loginReply } from './session.ts'

/** The kinds of second factor: a code by mail, or one of an authenticator (any that follows RFC 6238). */
export const mfaTypes = ['email', 'google'] as const
export const mfaType = z.enum(mfaTypes)
export type MfaType = z.infer<typeof mfaType>

/** What a merchant or the provider may ask of a user, from nothing to the most: `choice` is either kind. */
export const mfaRequirements = ['none', 'choice', ...mfaTypes] as const
export type MfaRequirement = (typeof mfaRequirements)[number]

/** Specification 000, section 5: exactly six digits. */
export const mfaCode = z.string().regex(/^\d{6}$/, 'invalid_code')
/** As it is shown, `abcd-efgh-jkmn`; letter case, spaces and dashes are not looked at. */
export const recoveryCode = z.string().min(1, ofText('required')).max(40, ofText('too_long'))
export const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Each works once. They are told here and never again' })

/** The password was right and a second factor is asked for: `/mfa?username&mfa_token&mfa_type`. */
export const mfaAsked = z.object({ mfa_token: z.string(), mfa_type: mfaType })

/** A factor has to be set up before there can be a session: `/mfa/setup?required_type&token`. Null: either type. */
export const mfaSetupAsked = z.object({ mfa_setup_token: z.string(), required_type: mfaType.nullable() })

/** How a sign-in goes on after a step of it: in, or to the next step. */
export const signInReply = z.union([loginReply, mfaAsked, mfaSetupAsked])
export type SignInReply = z.infer<typeof signInReply>

/** What a person needs to set up a factor: the secret for the authenticator, or where the code was mailed. */
export const mfaSetup = z.object({
  type: mfaType,
  /** Base32, to be typed; null for `email`. */
  secret: z.string().nullable(),
  /** `otpauth://…`, to be drawn as a QR code; null for `email`. */
  otpauth: z.string().nullable(),
  /** Where the code was mailed, masked; null for `google`. */
  email: z.string().nullable(),
})
export type MfaSetup = z.infer<typeof mfaSetup>

export const mfaSetupDone = loginReply.extend({ recovery_codes: recoveryCodes })
