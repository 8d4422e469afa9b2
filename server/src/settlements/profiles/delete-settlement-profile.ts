import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockSettlementProfile } from './locked-settlement-profile.ts'

/** Its book is settled by the installation's defaults then. One on hold stays: without it the payouts would go on. */
export async function deleteSettlementProfile(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id, status } = await lockSettlementProfile(trx, actor, id)
  const { count } = await trx
    .selectFrom('settlement')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchant_id)
    .where('settlement_profile_id', '=', id)
    .executeTakeFirstOrThrow()
  if (count > 0 || status === 'ON_HOLD') throw new Refusal('settlement_profile_in_use', { settlements: count })
  await trx.deleteFrom('settlement_profile').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}
