import type { createCustomerEndpoint, updateCustomerEndpoint } from '@kontor/contract/customers/customer.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { Updateable } from 'kysely'
import { visibleOrganisation } from '../organisations/visible-organisation.ts'
import type { Actor } from '../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { Customer } from '../schema.ts'
import { recordCustomerEvent } from './customer-event.ts'
import { sealedFields, sealField } from './customer-secrets.ts'
import { lockKnownCustomer } from './locked-customer.ts'

type Given = ReadBody<typeof updateCustomerEndpoint>

export async function createCustomer(
  trx: Trx,
  actor: Actor,
  masterKey: string,
  input: ReadBody<typeof createCustomerEndpoint>,
  now: Date,
): Promise<string> {
  const { id: organisation, merchant } = await visibleOrganisation(trx, actor, input.organisation)
  const { id, created_at } = newId(now)
  const values = { ...columnsOf(masterKey, merchant, id, input), organisation_id: organisation }
  await refuseTaken(
    trx
      .insertInto('customer')
      .values({ merchant_id: merchant, id, created_at, ...values })
      .execute(),
  )
  await recordCustomerEvent(trx, actor, { merchant, customer: id, kind: 'created' })
  return id
}

/** Updates a customer. Absent fields stay as they are. */
export async function updateCustomer(
  trx: Trx,
  actor: Actor,
  masterKey: string,
  id: string,
  input: Given,
): Promise<void> {
  const before = await lockKnownCustomer(trx, actor, id)
  const merchant = before.merchant_id
  const given: Updateable<Customer> = columnsOf(masterKey, merchant, id, input)
  if (input.organisation) given.organisation_id = await organisationOf(trx, actor, merchant, input.organisation)
  const names = namesOf(given).filter((name) => given[name] !== before[name])
  if (names.length === 0) return
  await refuseTaken(
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

/** The given columns, with the secret ones sealed. */
function columnsOf(masterKey: string, merchant: string, customer: string, input: Given) {
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

/** The organisation of an update, which must be of the customer's own merchant. */
async function organisationOf(trx: Trx, actor: Actor, merchant: string, id: string): Promise<string> {
  const found = await visibleOrganisation(trx, actor, id)
  if (found.merchant !== merchant) throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  return found.id
}

async function refuseTaken(writing: Promise<unknown>): Promise<void> {
  await writing.catch((error) => {
    if (violatedConstraint(error) !== 'customer_reference') throw error
    throw new Refusal('reference_taken', { 'body.reference': 'taken' })
  })
}
