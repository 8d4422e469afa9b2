import type { SendableType } from '@kontor/contract/webhooks/webhook.rules'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import { readSubscription } from '../subscriptions/locked-subscription.ts'
import { subscriptionTold } from '../subscriptions/tell-update.ts'

/** A thing that a webhook can be about: whose it is, and what is told of it. */
export interface ToldItem {
  merchant: string
  organisation: string
  data: Record<string, unknown>
}

const tables = {
  transaction: 'transaction',
  refund: 'refund',
  chargeback: 'chargeback',
  cardlink: 'card_add_link',
  paymentlink: 'payment_link',
} as const
const keyedByTime = ['transaction', 'refund', 'chargeback'] as const

/** Undefined when the actor sees no such thing. */
export async function toldItem(trx: Trx, actor: Actor, type: SendableType, id: string): Promise<ToldItem | undefined> {
  if (type === 'subscription') return toldSubscription(trx, actor, id)
  const table = tables[type]
  const { rows } = await sql<ToldItem>`
    select merchant_id as merchant, organisation_id as organisation, webhook_data(${type}, to_jsonb(item)) as data
    from ${sql.table(table)} as item
    where id = ${id} and ${visibleTo(actor, 'item')}
      ${keyedByTime.some((each) => each === type) ? sql`and created_at = ${instantOf(id) ?? 'infinity'}` : sql``}`.execute(
    trx,
  )
  return rows[0]
}

async function toldSubscription(trx: Trx, actor: Actor, id: string): Promise<ToldItem | undefined> {
  const found = await readSubscription(trx, actor, id)
  if (!found) return undefined
  const { merchant_id: merchant, organisation_id: organisation } = found.subscription
  return { merchant, organisation, data: subscriptionTold(found) }
}
