import type { createCustomerEndpoint } from '@kontor/contract/customers/customer.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { visibleOrganisation } from '../identity/access/visible-organisation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { customerColumns, refuseTakenReference } from './customer-columns.ts'
import { recordCustomerEvent } from './customer-event.ts'

export async function createCustomer(
  trx: Trx,
  actor: Actor,
  input: ReadBody<typeof createCustomerEndpoint>,
  now: Date,
  masterKey: string,
): Promise<string> {
  const { id: organisation, merchant } = await visibleOrganisation(trx, actor, input.organisation)
  const { id, created_at } = newId(now)
  const values = { ...customerColumns(masterKey, merchant, id, input), organisation_id: organisation }
  await refuseTakenReference(
    trx
      .insertInto('customer')
      .values({ merchant_id: merchant, id, created_at, ...values })
      .execute(),
  )
  await recordCustomerEvent(trx, actor, { merchant, customer: id, kind: 'created' })
  return id
}
