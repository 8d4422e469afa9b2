import type { ReadBody } from '@kontor/contract/endpoint'
import type { unlinkIdentityEndpoint } from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { dropChallenges } from '../sign-in/challenges.ts'
import { lockOther } from '../users/locked-user.ts'

/** Ends what was begun by the identity. Somebody who has its address at the issuer may be linked next. */
export async function unlinkIdentity(
  trx: Trx,
  actor: Actor,
  id: string,
  { identity, ip }: ReadBody<typeof unlinkIdentityEndpoint> & { ip: string },
  now: Date,
): Promise<void> {
  const user = await lockOther(trx, actor, id, 'update')
  const begun = trx.selectFrom('sign_on_session').select('session_id').where('identity_id', '=', identity)
  await trx
    .updateTable('session')
    .set({ ended_at: now.toISOString() })
    .where('user_id', '=', id)
    .where('ended_at', 'is', null)
    .where('id', 'in', begun)
    .execute()
  const { numDeletedRows } = await trx
    .deleteFrom('linked_identity')
    .where('user_id', '=', id)
    .where('id', '=', identity)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found')
  await dropChallenges(trx, id)
  const caller = { ip, network: '', browser: null, platform: null }
  await recordSignIn(trx, { kind: 'identity_unlinked', method: 'sign_on', user, caller }, now)
}
