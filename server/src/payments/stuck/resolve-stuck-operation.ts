import type { SeenOutcome } from '@kontor/contract/payments/stuck-operation.rules'
import { isApproved, isPaid } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Contradiction } from '../../engine/contradictions/contradiction.ts'
import { refuseContradictedByMoney } from '../../engine/contradictions/open-contradiction.ts'
import { foundIn } from '../../engine/outbox/found.ts'
import { orderKind } from '../../engine/outbox/operation.ts'
import { closeJob, holdIdleJob } from '../../engine/outbox/outbox.ts'
import { isSuperseded, type LockedSubject, lockSubject } from '../../engine/outbox/subject.ts'
import { applyOutcome } from '../../engine/outcome/apply-outcome.ts'
import { afterResume } from '../../engine/returns/after-resume.ts'
import { hasReturn } from '../../engine/returns/begin-resume.ts'
import { endWaiting } from '../../engine/returns/end-waiting.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import { requireRow } from '../../platform/rows/list.ts'
import type { Outcome, Report } from '../../processors/gateway.ts'
import { stuckOperationSource } from './stuck-operation.rows.ts'
import { orderOf } from './stuck-order.ts'

interface Seen {
  seen: SeenOutcome
  seen_where: string
  /** The gateway's id of a payment that was done. */
  processor_id_external?: string | undefined
}

/**
 * Ends an order by what a person saw at the gateway, as if the gateway had said it. A report that comes first ends the order;
 * then there is nothing to say any more. While an open contradiction says that the processor moved the money, no word of a person
 * may cover that up: the contradiction is ended first. Returns what contradicts our status.
 */
export async function resolveStuckOperation(
  trx: Trx,
  actor: Actor,
  id: string,
  { seen, seen_where, processor_id_external }: Seen,
  now: Date,
  masterKey: string,
): Promise<Contradiction | undefined> {
  await refuseCardNumber(trx, 'body.seen_where', seen_where)
  await refuseCardNumber(trx, 'body.processor_id_external', processor_id_external)
  const row = await requireRow(stuckOperationSource, trx, actor, id)
  const merchant_id = String(row['merchant'])
  const operation = await orderOf(trx, merchant_id, id)
  // The rows of the subject are locked before the job, as every outcome does it.
  const subject = await lockSubject(trx, operation)
  if (!subject) throw new Refusal('not_found')
  const held = await holdIdleJob(trx, operation)
  const isApprovedBefore = isApproval(subject)
  // That an approved payment holds nothing is a contradiction once it is paid, and before that no word of a person.
  if (held === 'over' || (isApprovedBefore && seen === 'not_done' && !isPaid(subject.transaction.status)))
    throw new Refusal('operation_not_stuck')
  if (held === 'in_hand') throw new Refusal('operation_in_progress')

  await refuseSaidOtherwise(trx, subject)
  const payment_id = subject.transaction.processor_id_external ?? processor_id_external
  if (subject.operation.topic === 'processor.authorize' && seen === 'done' && payment_id === undefined)
    throw new Refusal('invalid_request', { 'body.processor_id_external': 'required' })
  await trx
    .insertInto('outbox_resolution')
    .values({
      ...{ merchant_id, outbox_id: id, outcome: seen, seen_where },
      ...{ actor_kind: actor.kind, actor_id: actor.id, actor_name: actor.name },
    })
    .execute()
  if (isApprovedBefore && seen === 'done') {
    await closeJob(trx, operation, `a person saw: ${seen}`)
    return undefined
  }
  // What the payer brought back since may be what counts.
  if (operation.topic === 'processor.resume' && seen === 'not_done' && (await hasReturn(trx, operation))) {
    await closeJob(trx, operation, `a person saw: ${seen}`)
    await afterResume(trx, masterKey, operation, now)
    return undefined
  }
  const found = foundIn(reportOf(subject, seen, payment_id ?? ''))
  const { contradiction } = await applyOutcome(trx, subject, found, now)
  // A resumption tells the outcome of its authorization.
  await endWaiting(trx, subject, found, { orders: [operation, subject.operation], note: `a person saw: ${seen}` })
  return contradiction
}

/** True: the processor has approved the payment of an order that a version before this one left open. */
const isApproval = (subject: LockedSubject): boolean =>
  subject.operation.topic === 'processor.authorize' && isApproved(subject.transaction.status) && !isSuperseded(subject)

async function refuseSaidOtherwise(trx: Trx, subject: LockedSubject): Promise<void> {
  // An answer to a chargeback moves no money of the payment.
  if (subject.kind === 'answer') return
  const { transaction } = subject
  await refuseContradictedByMoney(trx, { transaction, refund: subject.kind === 'refund' ? subject.refund.id : null })
}

function reportOf(subject: LockedSubject, seen: SeenOutcome, payment_id: string): Report {
  const { operation } = subject
  const outcome: Outcome =
    seen === 'done'
      ? { is: 'done', status: doneAs(operation) }
      : { is: 'not_done', by: 'gateway', reason: 'seen_not_done' }
  return { operation: orderKind(operation), id: '', payment_id, outcome }
}

function doneAs(operation: LockedSubject['operation']) {
  switch (operation.topic) {
    case 'processor.authorize':
      return operation.payload.capture ? 'CAPTURED' : 'AUTHORIZED'
    case 'processor.capture':
      return 'CAPTURED'
    case 'processor.void':
    case 'processor.cancel_reference':
      return 'VOIDED'
    case 'processor.refund':
      return 'REFUNDED'
    case 'processor.accept':
      return 'LOST'
    case 'processor.dispute':
      return 'IN_DISPUTE'
  }
}
