import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../platform/actor.ts'
import type { Trx } from '../platform/database.ts'
import { recordCustomerEvent } from './customer-event.ts'

/** A card that is revoked pays nothing any more. Revoking it again changes nothing. */
export async function revokeCard(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const card = await trx
    .selectFrom('card')
    .innerJoin('customer', (join) =>
      join.onRef('customer.merchant_id', '=', 'card.merchant_id').onRef('customer.id', '=', 'card.customer_id'),
    )
    .select(['card.merchant_id as merchant', 'card.customer_id as customer', 'card.revoked_at'])
    .where('card.id', '=', id)
    .where(visibleTo(actor, 'customer'))
    .forUpdate('card')
    .executeTakeFirst()
  if (!card) throw new Refusal('not_found')
  if (card.revoked_at !== null) return
  await trx
    .updateTable('card')
    .set({ revoked_at: now.toISOString() })
    .where('merchant_id', '=', card.merchant)
    .where('id', '=', id)
    .execute()
  await recordCustomerEvent(trx, actor, { merchant: card.merchant, customer: card.customer, kind: 'card_revoked' })
}
