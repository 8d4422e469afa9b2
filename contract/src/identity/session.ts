import { z } from 'zod'
import { lineOfText } from '../wire.ts'

export const languages = ['nl', 'en-US'] as const
export type Language = (typeof languages)[number]

/** The signed-in user, as `GET /v1/auth/session` answers. */
export const sessionSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** True for the provider's staff. */
  psp: z.boolean(),
  roles: z.array(z.string()),
  /** The merchant of a merchant's user; null for the provider's staff. */
  merchant: z.string().nullable(),
  merchant_name: z.string().nullable(),
  /** The node of the merchant's tree whose subtree the user sees. */
  organisation: z.string().nullable(),
  language: z.enum(languages),
  time_zone: z.string(),
  modules: z.array(z.string()),
  expires_at: z.string(),
  idle_expires_at: z.string(),
})
export type Session = z.infer<typeof sessionSchema>

// Specification 000, section 5: e-mail required and valid; password at least 2 characters.
export const loginBody = z.strictObject({
  username: z.email('invalid_email').max(254, 'too_long'),
  password: z.string().min(2, 'too_short').max(1024, 'too_long'),
})

export const loginReply = z.object({ user: sessionSchema })

/** Sets up the first user of the provider from a one-time link. */
export const setUpBody = z.strictObject({
  token: z.string().min(1, 'required').max(200, 'too_long'),
  name: lineOfText(100).min(1, 'required'),
  email: z.email('invalid_email').max(254, 'too_long'),
  password: z.string().max(1024, 'too_long'),
})

/** The rules of the default password policy (000 section 5), each with its test. */
export const passwordRules = {
  length: (password: string) => password.length >= 12,
  number: (password: string) => /\d/.test(password),
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  special: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
} as const
export const brokenPasswordRules = (password: string): string[] =>
  Object.entries(passwordRules).flatMap(([name, holds]) => (holds(password) ? [] : [name]))
