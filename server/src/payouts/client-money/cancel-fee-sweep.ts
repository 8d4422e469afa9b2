import { isOpenSweep } from '@kontor/contract/payouts/client-money/client-money.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockSweep, statusOf } from './fee-sweeps.ts'

/** Cancels a sweep that no statement has. */
export async function cancelFeeSweep(trx: Trx, actor: Actor, id: string): Promise<void> {
  const sweep = await lockSweep(trx, id)
  if (!isOpenSweep(statusOf(sweep))) throw new Refusal('sweep_over', { status: sweep.status })
  await trx
    .updateTable('fee_sweep')
    .set({ status: 'CANCELLED', cancelled_by: actor.name ?? '' })
    .where('id', '=', id)
    .execute()
}
