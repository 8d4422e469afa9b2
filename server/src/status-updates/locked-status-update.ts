import { Refusal } from '@kontor/contract/refusal'
import type { StatusUpdateStatus } from '@kontor/contract/status-updates/status-update.rules'
import type { Selectable, Updateable } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import type { StatusUpdate } from '../schema.ts'

// CHECK constraints allow only the contract's values.
export type StoredStatusUpdate = Omit<Selectable<StatusUpdate>, 'status'> & { status: StatusUpdateStatus }

const updates = (trx: Trx, actor: Actor, id: string) =>
  trx
    .selectFrom('status_update')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(actor, 'status_update'))
    .$castTo<StoredStatusUpdate>()

/** Without a lock: what it is about never changes. */
export async function seenStatusUpdate(trx: Trx, actor: Actor, id: string): Promise<StoredStatusUpdate> {
  const found = await updates(trx, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

/** Locks a change that still waits. Whoever also locks what it is about does that before. */
export async function lockOpenStatusUpdate(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredStatusUpdate>> {
  const found = await lockRow(updates(trx, actor, id))
  if (!found) throw new Refusal('not_found')
  if (found.status !== 'OPEN') throw new Refusal('status_update_over', { status: found.status })
  return found
}

export const changeStatusUpdate = (
  trx: Trx,
  { merchant_id, created_at, id }: Locked<StoredStatusUpdate>,
  values: Updateable<StatusUpdate>,
) =>
  trx
    .updateTable('status_update')
    .set(values)
    .where('merchant_id', '=', merchant_id)
    .where('created_at', '=', created_at)
    .where('id', '=', id)
    .execute()
