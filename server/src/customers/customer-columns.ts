import type { updateCustomerEndpoint } from '@kontor/contract/customers/customer.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { violatedConstraint } from '../platform/db/database.ts'
import { sealedFields, sealField } from './customer-secrets.ts'

export type GivenCustomer = ReadBody<typeof updateCustomerEndpoint>

/** The given columns, with the secret ones sealed. */
export function customerColumns(masterKey: string, merchant: string, customer: string, input: GivenCustomer) {
  const { organisation: _, date_of_birth, social_security_number, ...plain } = input
  const secret = { date_of_birth, social_security_number }
  const sealed = sealedFields.flatMap((field) => {
    const value = secret[field]
    if (value === undefined) return []
    return [[field, value === null ? null : sealField(masterKey, { merchant, customer, field }, value)] as const]
  })
  const given = Object.entries(plain).filter(([, value]) => value !== undefined)
  return { ...(Object.fromEntries(given) as typeof plain), ...Object.fromEntries(sealed) }
}

export async function refuseTakenReference(writing: Promise<unknown>): Promise<void> {
  await writing.catch((error) => {
    if (violatedConstraint(error) !== 'customer_reference') throw error
    throw new Refusal('reference_taken', { 'body.reference': 'taken' })
  })
}
