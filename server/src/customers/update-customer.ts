import { Refusal } from '@kontor/contract/refusal'
import type { Updateable } from 'kysely'
import { visibleOrganisation } from '../identity/access/visible-organisation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Customer } from '../schema.ts'
import { customerColumns, type GivenCustomer, refuseTakenReference } from './customer-columns.ts'
import { recordCustomerEvent } from './customer-event.ts'
import { lockKnownCustomer } from './locked-customer.ts'

/** Updates a customer. Absent fields stay as they are. */
export async function updateCustomer(
  trx: Trx,
  actor: Actor,
  id: string,
  input: GivenCustomer,
  masterKey: string,
): Promise<void> {
  const before = await lockKnownCustomer(trx, actor, id)
  const merchant = before.merchant_id
  const given: Updateable<Customer> = customerColumns(masterKey, merchant, id, input)
  if (input.organisation) given.organisation_id = await organisationOf(trx, actor, merchant, input.organisation)
  const names = namesOf(given).filter((name) => given[name] !== before[name])
  if (names.length === 0) return
  await refuseTakenReference(
    trx.updateTable('customer').set(given).where('merchant_id', '=', merchant).where('id', '=', id).execute(),
  )
  const others = names.filter((name) => name !== 'status')
  if (others.length > 0)
    await recordCustomerEvent(trx, actor, { merchant, customer: id, kind: 'updated', fields: others })
  if (given.status !== undefined && given.status !== before.status)
    await recordCustomerEvent(trx, actor, {
      merchant,
      customer: id,
      kind: 'status',
      from_status: before.status,
      to_status: given.status,
    })
}

const namesOf = (columns: Updateable<Customer>) =>
  // `columns` was written out in this function, so its keys are these.
  (Object.keys(columns) as (keyof Updateable<Customer>)[]).filter((name) => columns[name] !== undefined)

/** The organisation of an update, which must be of the customer's own merchant. */
async function organisationOf(trx: Trx, actor: Actor, merchant: string, id: string): Promise<string> {
  const found = await visibleOrganisation(trx, actor, id)
  if (found.merchant !== merchant) throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  return found.id
}
