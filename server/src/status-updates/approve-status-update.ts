import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { carryOutStatus } from './carry-out-status.ts'
import { changeStatusUpdate, lockOpenStatusUpdate, seenStatusUpdate } from './locked-status-update.ts'
import { lockUpdatable } from './updatable.ts'

/**
 * Carries out a change that somebody else asked for. The result is a refusal to give after the commit: the status is no longer
 * as that person saw it, which ends the change.
 */
export async function approveStatusUpdate(trx: Trx, actor: Actor, id: string, now: Date): Promise<Refusal | undefined> {
  const seen = await seenStatusUpdate(trx, actor, id)
  if (seen.status !== 'OPEN') throw new Refusal('status_update_over', { status: seen.status })
  if (actor.id === null || actor.id === seen.created_by_id) throw new Refusal('same_person')
  const item = await lockUpdatable(trx, actor, seen.item_id)
  const update = await lockOpenStatusUpdate(trx, actor, id)
  const { status } = item.row
  if (status !== update.from_status) {
    await changeStatusUpdate(trx, update, { status: 'OVERTAKEN' })
    return new Refusal('status_overtaken', { status })
  }
  await carryOutStatus(trx, item, { ...update, tell: update.told }, now)
  await changeStatusUpdate(trx, update, { status: 'DONE', approved_by: actor.name, approved_by_id: actor.id })
  return undefined
}
