import { z } from 'zod'

/** Requirements on a password. Each merchant may have its own (specification 000, section 5). */
export const passwordPolicy = z.strictObject({
  length: z.int().min(8).max(64),
  number: z.boolean(),
  uppercase: z.boolean(),
  lowercase: z.boolean(),
  special: z.boolean(),
})
export type PasswordPolicy = z.infer<typeof passwordPolicy>

export const defaultPasswordPolicy: PasswordPolicy = {
  length: 12,
  number: true,
  uppercase: true,
  lowercase: true,
  special: true,
}

type Rule = (password: string, policy?: PasswordPolicy) => boolean

/** Each rule with its test. Every password keeps a rule that the policy does not require. */
export const passwordRules = {
  // Characters are counted as a person counts them: an emoji is one.
  length: (password, { length } = defaultPasswordPolicy) => [...password].length >= length,
  number: (password, { number } = defaultPasswordPolicy) => !number || /\d/.test(password),
  uppercase: (password, { uppercase } = defaultPasswordPolicy) => !uppercase || /\p{Lu}/u.test(password),
  lowercase: (password, { lowercase } = defaultPasswordPolicy) => !lowercase || /\p{Ll}/u.test(password),
  special: (password, { special } = defaultPasswordPolicy) => !special || /[^\p{L}\p{N}\s]/u.test(password),
} as const satisfies Record<keyof PasswordPolicy, Rule>

export const brokenPasswordRules = (password: string, policy = defaultPasswordPolicy): string[] =>
  Object.entries(passwordRules).flatMap(([name, holds]) => (holds(password, policy) ? [] : [name]))

/**
 * The policy as text for `/updatePassword?requirements=`: URL-safe base64 of JSON. The page only shows it; the server
 * checks its own policy.
 */
export const writeRequirements = (policy: PasswordPolicy): string =>
  btoa(JSON.stringify(policy)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/**
 * A malformed parameter means the default policy. An absent rule is not required; the length is always required, and may be
 * one that no policy of ours has.
 */
export function readRequirements(text: string | undefined): PasswordPolicy {
  try {
    const json: unknown = JSON.parse(atob((text ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    return requirements.parse(json)
  } catch {
    return defaultPasswordPolicy
  }
}

const requirements = passwordPolicy.extend({
  length: z.int().min(1).max(1024),
  number: z.boolean().default(false),
  uppercase: z.boolean().default(false),
  lowercase: z.boolean().default(false),
  special: z.boolean().default(false),
})
