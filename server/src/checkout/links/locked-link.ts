import type { CardAddLinkStatus } from '@kontor/contract/checkout/link.rules'
import { linkCan } from '@kontor/contract/checkout/link.rules'
import { openStatuses } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { literals } from '../../platform/db/literals.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'

export type LinkTable = 'payment_link' | 'card_add_link'

export interface StoredLink {
  table: LinkTable
  merchant_id: string
  id: string
  status: CardAddLinkStatus
  expires_at: string
  email_address: string | null
  mails_sent: number
  last_mailed_at: string | null
  is_being_paid: boolean
}

interface LinkKey {
  table: LinkTable
  id: string
}

/** True while a payment of the link's last use is under way. One that was approved without a card keeps the use. */
export const isBeingPaid = {
  payment_link: sql<boolean>`not reusable and uses_reserved > uses`,
  card_add_link: sql<boolean>`uses_reserved > 0 and exists (select from transaction t
    where t.merchant_id = card_add_link.merchant_id and t.card_add_link_id = card_add_link.id
      and t.status in (${literals(openStatuses)}))`,
}

/** Locks an active link, to send it or to end it. Refuses any other link. */
export async function lockActiveLink(
  trx: Trx,
  actor: Actor,
  { table, id }: LinkKey,
  now: Date,
): Promise<Locked<StoredLink>> {
  const link = await lockRow(
    trx
      .selectFrom(table)
      .select(['merchant_id', 'id', 'status', 'expires_at', 'email_address', 'mails_sent', 'last_mailed_at'])
      .select(isBeingPaid[table].as('is_being_paid'))
      .where('id', '=', id)
      .where(visibleTo(actor, table))
      .$castTo<Omit<StoredLink, 'table'>>(),
    { strength: 'no key update' },
  )
  if (!link) throw new Refusal('not_found')
  if (!linkCan.end(link) || link.expires_at <= now.toISOString()) throw new Refusal('link_not_active')
  return { ...link, table }
}
