import { isOpenSweep } from '@kontor/contract/payouts/client-money/client-money.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockSweep, namedSweeps, statusOf } from './fee-sweeps.ts'

/** Cancels a sweep that no statement has, and that no entry names which is still to be decided. */
export async function cancelFeeSweep(trx: Trx, actor: Actor, id: string): Promise<void> {
  const sweep = await lockSweep(trx, id)
  if (!isOpenSweep(statusOf(sweep))) throw new Refusal('sweep_over', { status: sweep.status })
  if (await isAtBank(trx, sweep)) throw new Refusal('sweep_at_bank')
  await trx
    .updateTable('fee_sweep')
    .set({ status: 'CANCELLED', cancelled_by: actor.name ?? '' })
    .where('id', '=', id)
    .execute()
}

async function isAtBank(
  trx: Trx,
  { id, reference, from_account_id, to_account_id }: Awaited<ReturnType<typeof lockSweep>>,
): Promise<boolean> {
  const { rows } = await sql`
    select from bank_entry e where e.sweep_id = ${id} or (e.state = 'UNMATCHED'
      and e.provider_bank_account_id in (${from_account_id}, ${to_account_id})
      and exists (select from ${namedSweeps} named(words) where named.words[1] = ${reference})) limit 1`.execute(trx)
  return rows.length > 0
}
