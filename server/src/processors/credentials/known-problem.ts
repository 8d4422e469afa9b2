import { type CredentialProblem, credentialProblems } from '@kontor/contract/processors/processor.rules'

/** A problem of an adapter that is no more is none that people can do something about. */
export const knownProblem = (stored: string | null): CredentialProblem | null =>
  credentialProblems.find((each) => each === stored) ?? null
