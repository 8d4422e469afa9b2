import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { refersToNothing, type Trx } from '../../platform/db/database.ts'
import { refuseNoHolderLeft } from './last-holder.ts'
import { lockOther } from './locked-user.ts'

/** Deletes a user. What they did keeps their name in the trails. */
export async function deleteUser(trx: Trx, actor: Actor, id: string): Promise<void> {
  const user = await lockOther(trx, actor, id, 'delete')
  // The trail of their roles belongs to their merchant, which it asks of the user.
  await trx.deleteFrom('role_grant').where('user_id', '=', id).execute()
  await trx
    .deleteFrom('platform_user')
    .where('id', '=', id)
    .execute()
    .catch((error) => {
      // A processor or a processor settlement names them as the person who looks after it.
      throw refersToNothing(error) ? new Refusal('user_in_use') : error
    })
  await refuseNoHolderLeft(trx, user)
}
