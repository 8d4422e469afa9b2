import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../platform/actor.ts'
import type { Trx } from '../platform/database.ts'

/** The merchant's customer that something is to be for. One that the actor may not see does not exist. */
export async function visibleCustomer(
  trx: Trx,
  actor: Actor,
  merchant: string,
  id: string,
): Promise<{ id: string; email_address: string | null }> {
  const found = await trx
    .selectFrom('customer')
    .select(['id', 'email_address'])
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .where(visibleTo(actor, 'customer'))
    .executeTakeFirst()
  if (!found) throw new Refusal('invalid_request', { 'body.customer': 'not_found' })
  return found
}
