import { type CredentialProblem, credentialProblems } from '@kontor/contract/processors/processor.rules'
import { sql } from 'kysely'

/** A problem of an adapter that is no more is none that people can do something about. */
export const knownProblem = (stored: string | null): CredentialProblem | null =>
  credentialProblems.find((each) => each === stored) ?? null

/** The same of a column, in a statement. */
export const knownProblemOf = (column: string) =>
  sql<CredentialProblem | null>`case when ${sql.ref(column)} in (${sql.join(credentialProblems.map((each) => sql.lit(each)))})
    then ${sql.ref(column)} end`
