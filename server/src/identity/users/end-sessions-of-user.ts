import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { endSessionsOf } from '../access/sessions.ts'
import { forgetDevices } from '../mfa/remembered-devices.ts'
import { dropChallenges } from '../sign-in/challenges.ts'
import { lockOther } from './locked-user.ts'

/** Signs a user out everywhere. A remembered device asks for the second factor again. */
export async function endSessionsOfUser(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  await lockOther(trx, actor, id, 'update')
  await endSessionsOf(trx, id, now)
  await forgetDevices(trx, id, now)
  await dropChallenges(trx, id)
  await trx.updateTable('platform_user').set({ sessions_ended_at: now.toISOString() }).where('id', '=', id).execute()
}
