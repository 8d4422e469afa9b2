import { Refusal } from '@kontor/contract/refusal'
import { beginCancellation, isBeingCancelled } from '../../engine/outbox/cancellation.ts'
import type { BegunOperation } from '../../engine/outbox/operation.ts'
import { holdIdleJob } from '../../engine/outbox/outbox.ts'
import { lockSubject } from '../../engine/outbox/subject.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { stuckOperationSource } from './stuck-operation.rows.ts'
import { orderOf } from './stuck-order.ts'

/** Orders the cancellation of a parked payment by its reference, once more where an earlier one was refused. */
export async function cancelStuckOperation(trx: Trx, actor: Actor, id: string, now: Date): Promise<BegunOperation> {
  const { merchant } = await requireRow(stuckOperationSource, trx, actor, id)
  const operation = await orderOf(trx, String(merchant), id)
  const subject = await lockSubject(trx, operation)
  if (!subject) throw new Refusal('not_found')
  const held = await holdIdleJob(trx, operation)
  if (held === 'over') throw new Refusal('operation_not_stuck')
  if (held === 'in_hand' || (await isBeingCancelled(trx, operation))) throw new Refusal('operation_in_progress')
  // Read again, because it was locked since.
  const { may_cancel } = await requireRow(stuckOperationSource, trx, actor, id)
  // What is about a resumption is about its authorization.
  const authorization = subject.operation
  if (authorization.topic !== 'processor.authorize' || !may_cancel) throw new Refusal('operation_not_cancellable')
  return beginCancellation(trx, authorization, actor, now)
}
