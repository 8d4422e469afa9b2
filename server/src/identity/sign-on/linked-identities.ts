import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

/** The identities of a user whom the caller sees. */
export async function listLinkedIdentities(trx: Trx, actor: Actor, id: string) {
  const user = await trx
    .selectFrom('platform_user')
    .select('id')
    .where('id', '=', id)
    .where(visibleTo(actor, 'platform_user'))
    .executeTakeFirst()
  if (!user) throw new Refusal('not_found')
  return trx
    .selectFrom('linked_identity')
    .select(['id', 'issuer', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
}
