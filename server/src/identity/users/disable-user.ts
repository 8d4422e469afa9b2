import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { refuseNoHolderLeft } from './last-holder.ts'
import { lockOther } from './locked-user.ts'
import { signOut } from './sign-out.ts'

/** Ends everything by which the user could come in. Their rights stay for the day that they are enabled again. */
export async function disableUser(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const user = await lockOther(trx, actor, id, 'update')
  // An open invitation ends with its link.
  await trx.updateTable('platform_user').set({ active: false, invited_at: null }).where('id', '=', id).execute()
  await signOut(trx, id, now)
  await refuseNoHolderLeft(trx, user)
}
