import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { recordCustomerEvent } from './customer-event.ts'
import { lockCustomer } from './locked-customer.ts'

/** Deletes a customer to whom nothing refers; foreign keys detect any reference. Kept answers about it must be removed too. */
export async function deleteCustomer(trx: Trx, actor: Actor, id: string): Promise<{ merchant: string }> {
  const { merchant_id: merchant } = await lockCustomer(trx, actor, id)
  await trx
    .deleteFrom('customer')
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .execute()
    .catch((error) => {
      throw violatedConstraint(error) === undefined ? error : new Refusal('customer_in_use')
    })
  await recordCustomerEvent(trx, actor, { merchant, customer: id, kind: 'deleted' })
  return { merchant }
}
