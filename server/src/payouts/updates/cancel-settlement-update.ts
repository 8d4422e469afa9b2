import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { changeUpdate, lockOpenUpdate } from './locked-settlement-update.ts'

/** Ends an update that waits for a second person: nothing was changed by it. */
export async function cancelSettlementUpdate(trx: Trx, actor: Actor, id: string): Promise<void> {
  await changeUpdate(trx, await lockOpenUpdate(trx, actor, id), { status: 'CANCELLED', cancelled_by: actor.name ?? '' })
}
