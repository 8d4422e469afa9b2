import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockUser } from './locked-user.ts'

/** Lets a user sign in again. Whoever never had a password needs a new invitation. */
export async function enableUser(trx: Trx, actor: Actor, id: string): Promise<void> {
  await lockUser(trx, actor, id, 'update')
  await trx.updateTable('platform_user').set({ active: true }).where('id', '=', id).execute()
}
