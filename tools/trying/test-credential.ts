import { mayBeOf } from '../../server/src/processors/credentials/credential-mode.ts'
import type { CredentialField, Manifest } from '../../server/src/processors/manifest.ts'
import { StartProblem } from '../database/data-lock.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The variable of a value of a credential: `api_key` of Adyen is `ADYEN_API_KEY`. */
const variableOf = ({ name }: Manifest, field: CredentialField): string => `${name}_${field.name}`.toUpperCase()

const isNeeded = ({ required }: CredentialField) => required === true

/** The variables that a trial needs. */
export const variablesOf = (manifest: Manifest): string[] =>
  manifest.credential.filter(isNeeded).map((field) => variableOf(manifest, field))

/** The fields that are secret and do not say whether they are of a live account. */
export const silentOf = (manifest: Manifest): string[] =>
  manifest.credential
    .filter((field) => isNeeded(field) && field.secret && !field.begins)
    .map((field) => variableOf(manifest, field))

/** The credential of a test account, from the environment. Throws for what is missing, and for a value of a live account. */
export function testCredential(manifest: Manifest, env: Environment): Record<string, string> {
  const values: Record<string, string> = {}
  for (const field of manifest.credential) {
    const value = env[variableOf(manifest, field)]
    if (value) values[field.name] = checked(manifest, field, value)
  }
  const missing = manifest.credential.filter((field) => isNeeded(field) && values[field.name] === undefined)
  if (missing.length > 0)
    throw new StartProblem(
      `Missing in the environment: ${missing.map((field) => `${variableOf(manifest, field)} (${field.label})`).join(', ')}.`,
    )
  return values
}

function checked(manifest: Manifest, field: CredentialField, value: string): string {
  const variable = variableOf(manifest, field)
  const { begins, pattern, required, only_live } = field
  if (required === 'live' || only_live)
    throw new StartProblem(`${variable} is for a live account. Only test accounts are tried.`)
  if (begins && mayBeOf(field, 'live', value))
    throw new StartProblem(`${variable} is of a live account. Only test accounts are tried, and nothing was sent.`)
  if (!mayBeOf(field, 'test', value) || (pattern && !new RegExp(`^(?:${pattern})$`).test(value)))
    throw new StartProblem(`${variable} does not look like the ${field.label} of a test account.`)
  return value
}
