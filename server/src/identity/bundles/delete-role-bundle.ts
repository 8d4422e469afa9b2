import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockBundle, placeOf } from './role-bundles.ts'

export async function deleteRoleBundle(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id } = await lockBundle(trx, placeOf(actor, 'delete'), id)
  await trx.deleteFrom('role_bundle').where('merchant_id', '=', merchant_id).where('id', '=', id).execute()
}
