import type { ReadBody } from '@kontor/contract/endpoint'
import type { updatePaymentProfileEndpoint } from '@kontor/contract/organisations/callback-addresses.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'

type Input = ReadBody<typeof updatePaymentProfileEndpoint>

/**
 * Changes a shop. Webhooks from now on go to the new address; waiting ones keep the address that they were written for.
 */
export async function updatePaymentProfile(trx: Trx, actor: Actor, id: string, input: Input): Promise<void> {
  const found = await trx
    .selectFrom('payment_profile')
    .select('merchant_id')
    .where('id', '=', id)
    .where(visibleTo(actor, 'payment_profile'))
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length === 0) return
  await trx
    .updateTable('payment_profile')
    .set(changes)
    .where('merchant_id', '=', found.merchant_id)
    .where('id', '=', id)
    .execute()
}
