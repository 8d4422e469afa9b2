import { openCredential, sealCredential } from '../platform/secrets/sealed.ts'

/** Fields of customers that even a copy of the database must not reveal. */
export const sealedFields = ['date_of_birth', 'social_security_number'] as const
export type SealedField = (typeof sealedFields)[number]

/** The text in the place of a sealed value, by which a reader sees that there is one. */
export const maskOf: Readonly<Record<SealedField, string>> = {
  date_of_birth: '••••-••-••',
  social_security_number: '•••••••••',
}

interface Place {
  merchant: string
  customer: string
  field: SealedField
}

const placeOf = ({ merchant, customer, field }: Place) => ({ merchant, record: `${customer}/${field}` })

export const sealField = (masterKey: string, place: Place, value: string): Buffer =>
  sealCredential(masterKey, placeOf(place), { value })

export const openField = (masterKey: string, place: Place, sealed: Buffer | null): string | null =>
  sealed === null ? null : (openCredential(masterKey, placeOf(place), sealed)['value'] ?? null)
