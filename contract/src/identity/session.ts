import { z } from 'zod'
import { languages } from '../codes/languages.ts'
import { lineOfText, ofText } from '../wire.ts'

export { type Language, languages } from '../codes/languages.ts'
export { brokenPasswordRules, passwordRules } from './password.rules.ts'

export const themes = ['light', 'dark', 'auto'] as const

/** The signed-in user, as returned by `GET /v1/auth/session`. */
export const sessionSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    /** True for the provider's staff. */
    psp: z.boolean(),
    roles: z.array(z.string()),
    /** The merchant of a merchant's user; null for the provider's staff. */
    merchant: z.string().nullable(),
    merchant_name: z.string().nullable(),
    /** The organisation whose subtree the user sees. */
    organisation: z.string().nullable(),
    language: z.enum(languages),
    time_zone: z.string(),
    theme: z.enum(themes),
    modules: z.array(z.string()),
    expires_at: z.string(),
    idle_expires_at: z.string(),
    idle_minutes: z.number().meta({ description: 'After so many minutes without activity the session ends' }),
  })
  .meta({ id: 'signed_in_user' })
export type Session = z.infer<typeof sessionSchema>

export const emailAddress = z.email('invalid_email').max(254, ofText('too_long'))
/** A typed password. The maximum is far above the length of any real password. */
export const typedPassword = z.string().max(1024, ofText('too_long'))
/** The secret of a link or a challenge. */
export const secretToken = z.string().min(1, ofText('required')).max(200, ofText('too_long'))

// Specification 000, section 5: e-mail required and valid; password at least 2 characters.
export const loginBody = z.strictObject({
  username: emailAddress,
  password: typedPassword.min(2, ofText('too_short')),
})

export const loginReply = z.object({ user: sessionSchema })

/** Sets up the first user of the provider from a one-time link. */
export const setUpBody = z.strictObject({
  token: secretToken,
  name: lineOfText(100).min(1, ofText('required')),
  email: emailAddress,
  password: typedPassword,
})
