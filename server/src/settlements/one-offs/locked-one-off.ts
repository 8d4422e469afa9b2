import { Refusal } from '@kontor/contract/refusal'
import type { OneOffKind, OneOffRepeat, OneOffStatus } from '@kontor/contract/settlements/one-offs/one-off.rules'
import type { Selectable, Updateable } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { type Locked, lockRow } from '../../platform/db/locked.ts'
import type { OneOff } from '../../schema.ts'

// CHECK constraints allow only the contract's values.
export type StoredOneOff = Omit<Selectable<OneOff>, 'kind' | 'repeat' | 'status'> & {
  kind: OneOffKind
  repeat: OneOffRepeat
  status: OneOffStatus
}

/** Locks the one-off of a command. Refused as not found when the actor may not see it. */
export async function lockOneOff(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredOneOff>> {
  const row = await lockRow(
    trx
      .selectFrom('one_off')
      .selectAll()
      .where('id', '=', id)
      .where(visibleTo(actor, 'one_off'))
      .$castTo<StoredOneOff>(),
  )
  if (!row) throw new Refusal('not_found')
  return row
}

export const changeOneOff = (trx: Trx, { merchant_id, id }: Locked<StoredOneOff>, values: Updateable<OneOff>) =>
  trx.updateTable('one_off').set(values).where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
