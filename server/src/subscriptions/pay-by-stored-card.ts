import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { openCycle } from './begin-cycle.ts'
import { lockSubscription } from './locked-subscription.ts'
import { cyclePaid } from './settle-cycle.ts'
import type { Tell } from './tell-update.ts'

/**
 * Lets a card that the customer has here already pay a new subscription whose start lies ahead: cycle 0, in which a payer
 * stores a card, is over, and the engine asks the card at the start. The card can be charged in the plan's shop.
 */
export async function payByStoredCard(
  trx: Trx,
  actor: Actor,
  id: string,
  card: string,
  now: Date,
  tell: Tell,
): Promise<void> {
  const opened = await openCycle(trx, await lockSubscription(trx, actor, id), now)
  const { cycle } = opened.cycle
  if (cycle !== 0) throw new Error(`subscription ${id} starts today: its first cycle is to be paid`)
  await cyclePaid(trx, tell, opened, { payment_product: 'card', card_id: card, agreement_id: null }, now)
}
