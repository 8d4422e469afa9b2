import { Refusal } from '@kontor/contract/refusal'
import { enqueue } from '../engine/outbox/outbox.ts'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import { recordCustomerEvent } from './customer-event.ts'

export interface BegunRevocation {
  merchant: string
  job: string
}

/** Revokes a card, which then pays nothing. Undefined: it was revoked before, and nothing changed. */
export async function revokeCard(trx: Trx, actor: Actor, id: string, now: Date): Promise<BegunRevocation | undefined> {
  const card = await lockRow(
    trx
      .selectFrom('card')
      .innerJoin('customer', (join) =>
        join.onRef('customer.merchant_id', '=', 'card.merchant_id').onRef('customer.id', '=', 'card.customer_id'),
      )
      .select(['card.merchant_id', 'card.customer_id', 'card.id as card_id'])
      .where('card.id', '=', id)
      .where(visibleTo(actor, 'customer')),
    { of: 'card' },
  )
  if (!card) throw new Refusal('not_found')
  const [begun] = await revokeCards(trx, card, now)
  const { merchant_id: merchant, customer_id: customer } = card
  if (begun) await recordCustomerEvent(trx, actor, { merchant, customer, kind: 'card_revoked' })
  return begun
}

/** Revokes all cards of a locked customer, or one locked card, and writes for each the job that tells its processor. */
export async function revokeCards(
  trx: Trx,
  of: Locked<{ merchant_id: string; customer_id: string; card_id?: string }>,
  now: Date,
): Promise<BegunRevocation[]> {
  const { merchant_id: merchant, customer_id, card_id: card } = of
  const revoked = await trx
    .updateTable('card')
    .set({ revoked_at: now.toISOString() })
    .where('merchant_id', '=', merchant)
    .where('customer_id', '=', customer_id)
    .$if(card !== undefined, (query) => query.where('id', '=', card ?? ''))
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  const begun = revoked.map(({ id }) => ({ card_id: id, merchant, job: newId(now).id }))
  for (const { card_id, job: id } of begun)
    await enqueue(trx, { merchant_id: merchant, id, topic: 'processor.revoke_card', card_id, payload: {} }, now)
  return begun
}
