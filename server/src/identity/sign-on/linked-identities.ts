import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { refuseOtherSide } from '../users/locked-user.ts'

/** The identities of a user whom the caller sees. */
export async function listLinkedIdentities(trx: Trx, actor: Actor, id: string) {
  const user = await trx
    .selectFrom('platform_user')
    .select('merchant_id')
    .where('id', '=', id)
    .where(visibleTo(actor, 'platform_user'))
    .executeTakeFirst()
  if (!user) throw new Refusal('not_found')
  refuseOtherSide(actor, user.merchant_id, 'list')
  return trx
    .selectFrom('linked_identity')
    .select(['id', 'issuer', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
}
