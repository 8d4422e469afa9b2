import { z } from 'zod'
import { ofText } from '../wire.ts'
import { mfaTypes } from './mfa.rules.ts'
import { loginReply } from './session.ts'

export { type MfaRequirement, type MfaType, mfaRequirements } from './mfa.rules.ts'

export const mfaType = z.enum(mfaTypes)

/** Exactly six digits (specification 000, section 5). */
export const mfaCode = z.string().regex(/^\d{6}$/, 'invalid_code')
/** A code as it is shown, seven times four characters with dashes between. Letter case, spaces and dashes are ignored. */
export const recoveryCode = z.string().min(1, ofText('required')).max(80, ofText('too_long'))
export const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Each code works once. Only this answer shows them' })

/** The password was right and the user must now show a second factor: `/mfa?username&mfa_token&mfa_type`. */
export const mfaAsked = z.object({ mfa_token: z.string(), mfa_type: mfaType })

/** The user must set up a factor before a session can begin: `/mfa/setup?required_type&token`. Null: either type. */
export const mfaSetupAsked = z.object({ mfa_setup_token: z.string(), required_type: mfaType.nullable() })

/** The answer to one step of signing in: a session, or the next step. */
export const signInReply = z.union([loginReply, mfaAsked, mfaSetupAsked])
export type SignInReply = z.infer<typeof signInReply>

/** Data for setting up a factor: the secret for the authenticator, or the address that the code was mailed to. */
export const mfaSetup = z.object({
  type: mfaType,
  /** Base32, for typing; null for `email`. */
  secret: z.string().nullable(),
  /** `otpauth://…`, drawn as a QR code; null for `email`. */
  otpauth: z.string().nullable(),
  /** The masked address that the code was mailed to; null for `google`. */
  email: z.string().nullable(),
})
export type MfaSetup = z.infer<typeof mfaSetup>

export const mfaSetupDone = loginReply.extend({ recovery_codes: recoveryCodes })
