/** `test`: an account without real money. */
export const processorModes = ['test', 'live'] as const
export type ProcessorMode = (typeof processorModes)[number]

/** `present`: the credential in use. `second`: the one beside it, which is prepared or was in use before. */
export const credentialPlaces = ['present', 'second'] as const
export type CredentialPlace = (typeof credentialPlaces)[number]
