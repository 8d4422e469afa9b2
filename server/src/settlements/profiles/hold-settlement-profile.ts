import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockSettlementProfile } from './locked-settlement-profile.ts'

/** Stops the payouts of a profile: those of settlements that wait for theirs, and of further ones. */
export async function holdSettlementProfile(
  trx: Trx,
  actor: Actor,
  id: string,
  { reason }: { reason: string },
): Promise<void> {
  const { merchant_id, status } = await lockSettlementProfile(trx, actor, id)
  if (status === 'ON_HOLD') throw new Refusal('settlement_profile_on_hold')
  await trx
    .updateTable('settlement_profile')
    .set({ status: 'ON_HOLD', hold_reason: reason })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('settlement')
    .set({ status: 'ON_HOLD', hold_reason: reason, held_with_profile: true })
    .where('merchant_id', '=', merchant_id)
    .where('settlement_profile_id', '=', id)
    .where('status', '=', 'CLOSED')
    .execute()
}
