import type { ProcessorMode } from '@kontor/contract/processors/processor.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { CredentialField } from '../manifest.ts'

interface Given {
  mode: ProcessorMode
  details: readonly { name: string; value: string }[]
  /** Values that stay where none is given. */
  known?: Readonly<Record<string, string>>
  /** True: values may be missing, and are empty then. */
  mayLack?: boolean
}

/**
 * The values of a credential, checked against the fields of the gateway's manifest. A refusal names fields by the manifest's names, and no
 * value.
 */
export function credentialValues(
  fields: readonly CredentialField[],
  { mode, details, known = {}, mayLack = false }: Given,
): Record<string, string> {
  const problems: Record<string, string> = {}
  const values: Record<string, string> = { ...known }
  const given = new Set<string>()
  for (const [at, { name, value }] of details.entries()) {
    const field = fields.find((each) => each.name === name)
    if (!field) problems[`body.details.${at}.name`] = 'unknown'
    else if (given.has(name)) problems[`body.details.${name}`] = 'twice'
    else if (value.trim() === '' && mayLack) continue
    else if (value.trim() === '') problems[`body.details.${name}`] = 'required'
    else if (!isOfPattern(value.trim(), field.pattern)) problems[`body.details.${name}`] = 'not_of_gateway'
    else values[name] = value.trim()
    given.add(name)
  }
  if (!mayLack) for (const name of missingIn(fields, mode, values)) problems[`body.details.${name}`] ??= 'required'
  if (Object.keys(problems).length > 0) throw new Refusal('invalid_request', problems)
  return values
}

/** Staff in the view of a merchant may leave values for later (001, section 5). Without them nothing is active. */
export const mayLackValues = (actor: Actor): boolean => actor.psp && actor.scope.merchant !== null

/** The names of the values without which a credential opens nothing, and that it does not have. */
export const missingIn = (
  fields: readonly CredentialField[],
  mode: ProcessorMode,
  values: Readonly<Record<string, string>>,
): string[] =>
  fields.flatMap(({ name, required }) =>
    (required === 'live' ? mode === 'live' : required) && !values[name] ? [name] : [],
  )

const isOfPattern = (value: string, pattern: string | undefined): boolean =>
  value !== '' && (pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(value))
