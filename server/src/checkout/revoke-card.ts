import { Refusal } from '@kontor/contract/refusal'
import { recordCustomerEvent } from '../payments/customer-event.ts'
import type { Actor } from '../platform/actor.ts'
import type { Trx } from '../platform/database.ts'
import { lockLink } from './locked-link.ts'

/** The card that a link stored is charged no more. */
export async function revokeCard(trx: Trx, actor: Actor, link: string, now: Date): Promise<void> {
  const { merchant_id, id, card_id, customer_id } = await lockLink(trx, actor, 'card_add_link', link)
  if (!card_id) throw new Refusal('no_stored_card')
  const { numUpdatedRows } = await trx
    .updateTable('card')
    .set({ revoked_at: now.toISOString() })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', card_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('no_stored_card')
  await trx.insertInto('link_event').values({ merchant_id, card_add_link_id: id, kind: 'card_revoked' }).execute()
  if (customer_id)
    await recordCustomerEvent(trx, actor, { merchant: merchant_id, customer: customer_id, kind: 'card_revoked' })
}
