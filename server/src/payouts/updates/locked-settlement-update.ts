import type {
  SettlementUpdateKind,
  SettlementUpdateStatus,
} from '@kontor/contract/payouts/updates/settlement-update.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Selectable, Updateable } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { SettlementUpdate } from '../../schema.ts'

// CHECK constraints allow only the contract's values.
export type StoredUpdate = Omit<Selectable<SettlementUpdate>, 'kind' | 'status'> & {
  kind: SettlementUpdateKind
  status: SettlementUpdateStatus
}

const updates = (trx: Trx, actor: Actor, id: string) =>
  trx
    .selectFrom('settlement_update')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(actor, 'settlement_update'))
    .$castTo<StoredUpdate>()

/** Without a lock: what it is about never changes. */
export async function seenUpdate(trx: Trx, actor: Actor, id: string): Promise<StoredUpdate> {
  const found = await updates(trx, actor, id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

/** Locks an update that still waits. Whoever also locks its settlement does that before. */
export async function lockOpenUpdate(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredUpdate>> {
  const found = await lockRow(updates(trx, actor, id))
  if (!found) throw new Refusal('not_found')
  if (found.status !== 'OPEN') throw new Refusal('settlement_update_over', { status: found.status })
  return found
}

export const changeUpdate = (
  trx: Trx,
  { merchant_id, id }: Locked<StoredUpdate>,
  values: Updateable<SettlementUpdate>,
) =>
  trx.updateTable('settlement_update').set(values).where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
