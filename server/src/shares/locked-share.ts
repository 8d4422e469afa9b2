import { Refusal } from '@kontor/contract/refusal'
import type { ShareStatus } from '@kontor/contract/shares/share.rules'
import { sql } from 'kysely'
import { type Actor, shownName } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import { isExpired, seesGiver, seesReceiver } from './share.rows.ts'

/** A share with the processor that it is about. */
export interface StoredShare {
  merchant_id: string
  id: string
  processor_id: string
  to_organisation_id: string
  payment_product: string
  status: ShareStatus
  /** True where the actor sees the organisation that gave it. */
  giver: boolean
}

/** Either side of a share, or both. */
export type Side = 'giver' | 'receiver' | 'either'

/** A share that the actor sees. One of which only the other side may do something is refused as forbidden. */
export async function seenShare(db: Reader, actor: Actor, id: string, side: Side): Promise<StoredShare> {
  return ofSide(await query(db, actor, id).executeTakeFirst(), side)
}

/** The same, which nobody else changes until the transaction ends. */
export async function lockShare(trx: Trx, actor: Actor, id: string, side: Side): Promise<Locked<StoredShare>> {
  return ofSide(await lockRow(query(trx, actor, id), { of: 'share' }), side)
}

const query = (db: Reader, actor: Actor, id: string) =>
  db
    .selectFrom('share')
    .innerJoin('processor', (join) =>
      join.onRef('processor.merchant_id', '=', 'share.merchant_id').onRef('processor.id', '=', 'share.processor_id'),
    )
    .select(['share.merchant_id', 'share.id', 'share.processor_id', 'share.to_organisation_id'])
    .select(['processor.payment_product'])
    .select(sql<ShareStatus>`case when ${isExpired} then 'EXPIRED' else share.status end`.as('status'))
    .select([sql<boolean>`${seesGiver(actor)}`.as('giver'), sql<boolean>`${seesReceiver(actor)}`.as('receiver')])
    .where('share.id', '=', id)
    .where((where) => where.or([seesGiver(actor), seesReceiver(actor)]))

function ofSide<S extends { giver: boolean; receiver: boolean }>(found: S | undefined, side: Side): S {
  if (!found) throw new Refusal('not_found')
  if (side !== 'either' && !found[side]) throw new Refusal('forbidden')
  return found
}

interface Change {
  status: ShareStatus
  reason?: string | null
}

/** Writes the answer to a request. */
export const answerShare = (trx: Trx, actor: Actor, share: Locked<StoredShare>, { status, reason = null }: Change) =>
  trx
    .updateTable('share')
    .set({ status, reason, answered_at: sql<string>`engine_now()`, answered_by: shownName(actor) })
    .where('merchant_id', '=', share.merchant_id)
    .where('id', '=', share.id)
    .execute()

/** Writes that the giver has ended a request or a share. */
export const endShare = (trx: Trx, actor: Actor, share: Locked<StoredShare>, { status }: Change) =>
  trx
    .updateTable('share')
    .set({ status, ended_at: sql<string>`engine_now()`, ended_by: shownName(actor) })
    .where('merchant_id', '=', share.merchant_id)
    .where('id', '=', share.id)
    .execute()
