import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { bookSweeps } from './book-sweeps.ts'
import { lockSweep, requireSweepable, underWay } from './fee-sweeps.ts'

/** Approves what somebody else proposed, if it may still be swept. A statement that has it already counts now. */
export async function approveFeeSweep(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const sweep = await lockSweep(trx, id)
  if (sweep.status !== 'CREATED') throw new Refusal('sweep_over', { status: sweep.status })
  if (actor.id === null || actor.id === sweep.created_by_id) throw new Refusal('same_person')
  const { currency_code, from_account_id: from } = sweep
  const amount = BigInt(sweep.amount)
  const besides = ((await underWay(trx)).get(currency_code) ?? 0n) - amount
  await requireSweepable(trx, { currency_code, from, amount }, besides)
  await trx
    .updateTable('fee_sweep')
    .set({
      status: 'APPROVED',
      approved_by: actor.name ?? '',
      approved_by_id: actor.id,
      approved_at: now.toISOString(),
    })
    .where('id', '=', id)
    .execute()
  await bookSweeps(trx, from)
}
