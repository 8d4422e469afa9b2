/** Single sign-on by OpenID Connect: the issuer of an organisation says who somebody is. */

/**
 * The page to which an issuer sends people back. It is registered there, so it never changes. Each house (a merchant's id, or
 * the all-zero id) has its own, so a code that one issuer gave is never taken to another one.
 */
export const signOnReturnPath = <House extends string>(house: House) => `/login/return/${house}` as const

/** The address to which an issuer says that somebody signed out there. It is registered there too. */
export const signOnLogoutPath = <House extends string>(house: House) => `/v1/sign-on/${house}/logout` as const

/** Why a sign-in at an issuer did not end here with a session. */
export const signOnProblems = [
  /** The issuer said no, or the person gave up there. */
  'refused_there',
  'unreachable',
  /** What came from the issuer cannot be trusted: a signature, an audience or a nonce is wrong. */
  'untrusted',
  'email_not_verified',
  'foreign_domain',
  'not_invited',
  /** The account is linked to somebody else at the same issuer. */
  'other_identity',
  'no_group',
] as const
export type SignOnProblem = (typeof signOnProblems)[number]

/** What is wrong with the address of an issuer, or with what it says about itself. */
export const issuerProblems = [
  'address_refused',
  'must_be_https',
  'unknown_host',
  'certificate',
  'timeout',
  'no_answer',
  'not_found',
  'too_large',
  'not_understood',
  'other_issuer',
  'no_code_flow',
  'no_pkce',
] as const
export type IssuerProblem = (typeof issuerProblems)[number]

/** Bounds of a setting. */
export const mostDomains = 20
export const mostGroups = 50
