import type { GatewayCredentialField } from '@kontor/contract/platform/gateway.schemas'
import type { FormValues } from '../../platform/form/record-form.tsx'

/** The form's field of a value: a name of a gateway may be that of another field. */
export const fieldOf = ({ name }: { name: string }): string => `credential_${name}`

/** The fields that a credential for such an account has. */
export const fieldsFor = (
  fields: readonly GatewayCredentialField[],
  mode: unknown,
): readonly GatewayCredentialField[] => fields.filter(({ only_live }) => !only_live || mode === 'live')

/** True when a credential for such an account cannot do without a value. */
export const isNeeded = ({ required }: GatewayCredentialField, mode: unknown): boolean =>
  required === 'live' ? mode === 'live' : required

/** All values of a credential, those that are left to somebody else empty. */
export const namedDetails = (
  fields: readonly GatewayCredentialField[],
  values: FormValues,
): { name: string; value: string }[] =>
  fields.map((field) => ({ name: field.name, value: String(values[fieldOf(field)] ?? '').trim() }))

/** The typed values of a credential, as the commands take them. */
export const typedDetails = (
  fields: readonly GatewayCredentialField[],
  values: FormValues,
): { name: string; value: string }[] =>
  fields.flatMap((field) => {
    const value = String(values[fieldOf(field)] ?? '').trim()
    return value === '' ? [] : [{ name: field.name, value }]
  })
