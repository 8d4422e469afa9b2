import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockSettlement } from './locked-settlement.ts'

/** Keeps one settlement from being paid out. */
export async function holdSettlement(
  trx: Trx,
  actor: Actor,
  id: string,
  { reason }: { reason: string },
): Promise<void> {
  const { merchant_id, status } = await lockSettlement(trx, actor, id)
  if (status !== 'CLOSED') throw new Refusal('settlement_not_closed', { status })
  await trx
    .updateTable('settlement')
    .set({ status: 'ON_HOLD', hold_reason: reason })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
