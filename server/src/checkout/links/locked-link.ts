import type { CardAddLinkStatus } from '@kontor/contract/checkout/link.rules'
import { linkCan } from '@kontor/contract/checkout/link.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

export type LinkTable = 'payment_link' | 'card_add_link'

/** The columns that both kinds of link have. */
export interface StoredLink {
  merchant_id: string
  id: string
  status: CardAddLinkStatus
  expires_at: string
  attempts: number
  customer_id: string | null
  email_address: string | null
  mails_sent: number
  last_mailed_at: string | null
  /** True while a payment of its last use is under way. */
  is_being_paid: boolean
  card_id: string | null
}

export async function lockLink(trx: Trx, actor: Actor, table: LinkTable, id: string): Promise<StoredLink> {
  const own =
    table === 'payment_link'
      ? sql`not reusable and uses_reserved > uses as is_being_paid, null::uuid as card_id`
      : sql`uses_reserved > 0 and card_id is null as is_being_paid, card_id`
  const { rows } = await sql<StoredLink>`
    select merchant_id, id, status, expires_at, attempts, customer_id, email_address, mails_sent, last_mailed_at, ${own}
    from ${sql.table(table)} where id = ${id} and ${visibleTo(actor, table)} for no key update`.execute(trx)
  if (!rows[0]) throw new Refusal('not_found')
  return rows[0]
}

/** Locks an active link, to send it or to end it. Refuses any other link. */
export async function lockActiveLink(trx: Trx, actor: Actor, table: LinkTable, id: string, now: Date) {
  const link = await lockLink(trx, actor, table, id)
  if (!linkCan.end(link) || link.expires_at <= now.toISOString()) throw new Refusal('link_not_active')
  return link
}
