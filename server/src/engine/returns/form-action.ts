import { openCredential, sealCredential } from '../../platform/secrets/sealed.ts'
import type { Found } from '../outbox/found.ts'
import type { Subject } from '../outbox/subject.ts'
import { actionAddress, type ReturnsHouse } from './return-address.ts'

/** A form that a payer's browser sends: its address and its fields. */
export interface FormAction {
  url: string
  fields: Readonly<Record<string, string>>
}

/**
 * Gives an action with fields an address of Kontor, which sends them as a form. The fields are kept sealed, because whoever has
 * them may go on in the payer's place.
 */
export function atOwnAddress(house: ReturnsHouse, { operation, transaction }: Subject, found: Found): Found {
  if (found.kind !== 'payment' || found.outcome.status !== 'ACTION_REQUIRED' || !found.outcome.fields) return found
  const { fields, redirect_url: url, ...outcome } = found.outcome
  const { merchant_id: merchant, id } = transaction
  const redirect_sealed = sealCredential(house.masterKey, placeOf(merchant, id), {
    url,
    fields: JSON.stringify(fields),
  })
  const redirect_url = actionAddress(house, { merchant, operation: operation.id })
  return { ...found, outcome: { ...outcome, redirect_url, redirect_sealed } }
}

export function openFormAction(masterKey: string, of: { merchant_id: string; id: string }, sealed: Buffer): FormAction {
  const { url = '', fields = '{}' } = openCredential(masterKey, placeOf(of.merchant_id, of.id), sealed)
  // atOwnAddress wrote it, and the seal shows that it was not changed.
  return { url, fields: JSON.parse(fields) as FormAction['fields'] }
}

const placeOf = (merchant: string, id: string) => ({ merchant, record: `${id}/action` })
