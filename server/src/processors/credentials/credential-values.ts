import type { ProcessorMode } from '@kontor/contract/processors/processor.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { CredentialField } from '../manifest.ts'

interface Given {
  mode: ProcessorMode
  details: readonly { name: string; value: string }[]
  /** Values that stay where none is given. */
  known?: Readonly<Record<string, string>>
}

/**
 * The values of a credential, checked against the fields of the gateway's manifest. A refusal names fields by the manifest's names, and no
 * value.
 */
export function credentialValues(
  fields: readonly CredentialField[],
  { mode, details, known = {} }: Given,
): Record<string, string> {
  const problems: Record<string, string> = {}
  const values: Record<string, string> = { ...known }
  const given = new Set<string>()
  for (const [at, { name, value }] of details.entries()) {
    const field = fields.find((each) => each.name === name)
    if (!field) problems[`body.details.${at}.name`] = 'unknown'
    else if (given.has(name)) problems[`body.details.${name}`] = 'twice'
    else if (!isOfPattern(value.trim(), field.pattern)) problems[`body.details.${name}`] = 'not_of_gateway'
    else values[name] = value.trim()
    given.add(name)
  }
  for (const { name, required } of fields) {
    const isNeeded = required === 'live' ? mode === 'live' : required
    if (isNeeded && !values[name]) problems[`body.details.${name}`] ??= 'required'
  }
  if (Object.keys(problems).length > 0) throw new Refusal('invalid_request', problems)
  return values
}

const isOfPattern = (value: string, pattern: string | undefined): boolean =>
  value !== '' && (pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(value))
