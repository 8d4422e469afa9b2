/** `test`: an account without real money. */
export const processorModes = ['test', 'live'] as const
export type ProcessorMode = (typeof processorModes)[number]

/** `present`: the credential in use. `second`: the one beside it, which is prepared or was in use before. */
export const credentialPlaces = ['present', 'second'] as const
export type CredentialPlace = (typeof credentialPlaces)[number]

/**
 * What can be wrong with a credential. `credential_refused`: the gateway does not know it. `unreadable`: a value is not of the
 * form that is needed. `not_permitted`: it opens the account and lacks a right. `wrong_account`, `wrong_mode`: it opens another
 * account, or one for the other mode. `incomplete`: a value was left to the merchant, who has not filled it in. `unreachable`: the
 * gateway did not say.
 */
export const credentialProblems = [
  'credential_refused',
  'unreadable',
  'not_permitted',
  'wrong_account',
  'wrong_mode',
  'incomplete',
  'unreachable',
] as const
export type CredentialProblem = (typeof credentialProblems)[number]
