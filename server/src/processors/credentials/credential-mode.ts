import type { ProcessorMode } from '@kontor/contract/processors/processor.rules'
import type { Connection } from '../gateway.ts'
import type { CredentialField, Manifest } from '../manifest.ts'

/** The first field of the credential whose value says another mode than the processor's. */
export const fieldOfOtherMode = (
  { credential: fields }: Manifest,
  { mode, credential }: Pick<Connection, 'mode' | 'credential'>,
): CredentialField | undefined => fields.find((field) => !mayBeOf(field, mode, credential[field.name] ?? ''))

export const mayBeOf = ({ begins }: CredentialField, mode: ProcessorMode, value: string): boolean =>
  begins === undefined || new RegExp(`^(?:${begins[mode]})`).test(value)
