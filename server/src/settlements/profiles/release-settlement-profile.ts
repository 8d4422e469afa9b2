import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockSettlementProfile } from './locked-settlement-profile.ts'

/** Lets the payouts of a profile go on. A settlement that somebody held by itself stays on hold. */
export async function releaseSettlementProfile(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id, status } = await lockSettlementProfile(trx, actor, id)
  if (status !== 'ON_HOLD') throw new Refusal('settlement_profile_not_on_hold')
  await trx
    .updateTable('settlement_profile')
    .set({ status: 'ACTIVE', hold_reason: null })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('settlement')
    .set({ status: 'CLOSED', hold_reason: null, held_with_profile: false })
    .where('merchant_id', '=', merchant_id)
    .where('settlement_profile_id', '=', id)
    .where('held_with_profile', '=', true)
    .execute()
}
