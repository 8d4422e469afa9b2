import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockSettlement } from './locked-settlement.ts'

/** Lets one settlement be paid out. One that waits with its profile waits until the profile is released. */
export async function releaseSettlement(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id, status, held_with_profile } = await lockSettlement(trx, actor, id)
  if (status !== 'ON_HOLD') throw new Refusal('settlement_not_on_hold', { status })
  if (held_with_profile) throw new Refusal('settlement_profile_on_hold')
  await trx
    .updateTable('settlement')
    .set({ status: 'CLOSED', hold_reason: null })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
