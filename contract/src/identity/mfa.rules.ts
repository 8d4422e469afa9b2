/** The kinds of second factor: a code by mail, or a code of an authenticator app (any that follows RFC 6238). */
export const mfaTypes = ['email', 'google'] as const
export type MfaType = (typeof mfaTypes)[number]

/** Second factors that a merchant or the provider may require of a user, the mildest first. `choice` is either kind. */
export const mfaRequirements = ['none', 'choice', ...mfaTypes] as const
export type MfaRequirement = (typeof mfaRequirements)[number]
