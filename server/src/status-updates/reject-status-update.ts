import type { ReadBody } from '@kontor/contract/endpoint'
import type { rejectStatusUpdateEndpoint } from '@kontor/contract/status-updates/status-update.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { changeStatusUpdate, lockOpenStatusUpdate } from './locked-status-update.ts'

/** Ends a change that waits for a second person: nothing was changed by it. Whoever asked for it may do that, too. */
export async function rejectStatusUpdate(
  trx: Trx,
  actor: Actor,
  id: string,
  { reason }: ReadBody<typeof rejectStatusUpdateEndpoint>,
): Promise<void> {
  await refuseCardNumber(trx, 'body.reason', reason)
  const update = await lockOpenStatusUpdate(trx, actor, id)
  const ended = { status: 'REJECTED', rejected_by: actor.name ?? '', rejection_reason: reason.trim() }
  await changeStatusUpdate(trx, update, ended)
}
