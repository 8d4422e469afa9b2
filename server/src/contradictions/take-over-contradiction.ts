import type { takeOverContradictionEndpoint } from '@kontor/contract/contradictions/contradiction.endpoints'
import { canTakeOver, saysUndone, statusOf } from '@kontor/contract/contradictions/ending.rules'
import type { ReadBody } from '@kontor/contract/endpoint'
import { countsAsRefunded } from '@kontor/contract/payments/refund.rules'
import { isOpen, isPaid, type TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import { Refusal } from '@kontor/contract/refusal'
import { withoutMoney } from '../engine/contradictions/contradiction.ts'
import { findOperation } from '../engine/outbox/find-operation.ts'
import { isSuperseded, lockSubject } from '../engine/outbox/subject.ts'
import { changeRefund } from '../engine/outcome/change-refund.ts'
import { passSteps } from '../engine/outcome/change-transaction.ts'
import { isBesideAnother } from '../engine/outcome/current-capture.ts'
import { isUndone, undoPayment } from '../engine/outcome/undo-payment.ts'
import { stepsTo } from '../engine/records/steps-to.ts'
import { lockRefund } from '../engine/records/stored-refund.ts'
import { findTransaction, lockTransaction, type StoredTransaction } from '../engine/records/stored-transaction.ts'
import { endWaiting } from '../engine/returns/end-waiting.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Locked } from '../platform/db/locked.ts'
import {
  endContradiction,
  findContradiction,
  lockOpenContradiction,
  type StoredContradiction,
} from './locked-contradiction.ts'

/** Gives the payment or refund the status that its processor reports. No other command makes such a step. */
export async function takeOverContradiction(
  trx: Trx,
  actor: Actor,
  id: string,
  { note }: ReadBody<typeof takeOverContradictionEndpoint>,
  now: Date,
): Promise<void> {
  const seen = await findContradiction(trx, actor, id)
  if (seen.kind !== 'refund' && saysUndone(seen)) await takeOverUndone(trx, actor, seen, note, now)
  else if (seen.kind === 'refund') await takeOverRefund(trx, actor, seen, note, now)
  else await takeOverPayment(trx, actor, seen, { state: 'TAKEN_OVER', note })
}

interface TakingOver {
  state: 'TAKEN_OVER' | 'PAID_BACK'
  note: string | undefined
}

/** Gives the payment the status and the amount that its processor reports, and ends the contradiction. */
export async function takeOverPayment(
  trx: Trx,
  actor: Actor,
  { id, merchant_id, transaction_id, operation_id }: StoredContradiction,
  { state, note }: TakingOver,
): Promise<Locked<StoredTransaction>> {
  if (transaction_id === null) throw new Refusal('contradiction_not_settleable')
  // The payment first: the engine locks it before it records a contradiction.
  const transaction = await lockTransaction(trx, actor, transaction_id)
  const told = await toldOf(trx, { merchant_id, operation_id })
  const subject = told && (await lockSubject(trx, told.operation))
  const contradiction = await lockOpenContradiction(trx, actor, id)
  const status = statusOf(contradiction)
  if (!status || !canTakeOver(contradiction)) throw new Refusal('contradiction_not_settleable')
  const statuses = stepsOver(transaction, status)
  if (statuses.length === 0) throw new Refusal('contradiction_overtaken')
  if (contradiction.kind === 'capture') await refuseBesideOther(trx, transaction, contradiction)
  // The database allows the step because of this row.
  await endContradiction(trx, actor, contradiction, { state, we_say: transaction.status, note })
  await approveAttempt(trx, transaction, contradiction.processor_id)
  const captured_amount = isPaid(status) ? (contradiction.their_amount ?? transaction.amount) : 0
  // What was undone before was another order, or a person says otherwise.
  // The money of a payment that was taken with its authorization has no capture.
  const capture_id = contradiction.kind === 'capture' ? contradiction.operation_id : null
  const taken = isPaid(status) ? { capture_id, undone_at: null } : {}
  // Orders that follow name what is taken over, which may have another id than a try before it.
  const processor_id_external = contradiction.processor_id_external ?? transaction.processor_id_external
  const taken_over = await passSteps(
    trx,
    transaction,
    statuses.map((step, at) => ({
      changes: {
        ...(at === statuses.length - 1
          ? { status_reason: null, redirect_url: null, redirect_sealed: null, processor_id_external, ...taken }
          : {}),
        ...{ status: step, ...(isPaid(step) || step === 'AUTHORIZATION_VOIDED' ? { captured_amount } : {}) },
      },
    })),
  )
  // An order that a person has decided is asked for no more: a parked one would wait on the desk for ever.
  if (told && subject?.kind === 'payment')
    await endWaiting(trx, subject, { outcome: { status } }, isSuperseded(subject) ? undefined : by(told.operation))
  return taken_over
}

const toldOf = async (
  trx: Trx,
  { merchant_id, operation_id }: Pick<StoredContradiction, 'merchant_id' | 'operation_id'>,
) => (operation_id === null ? undefined : findOperation(trx, merchant_id, operation_id))

const by = (order: { merchant_id: string; id: string }) => ({ orders: [order], note: 'taken over by a person' })

/** The payment loses the money as if its processor had said that it took it back (docs/adr/0080). */
async function takeOverUndone(
  trx: Trx,
  actor: Actor,
  { id, merchant_id, operation_id }: StoredContradiction,
  note: string | undefined,
  now: Date,
): Promise<void> {
  const told = await toldOf(trx, { merchant_id, operation_id })
  // The payment first: the engine locks it before it records a contradiction.
  const subject = told && (await lockSubject(trx, told.operation))
  const contradiction = await lockOpenContradiction(trx, actor, id)
  if (!told || subject?.kind !== 'payment' || !saysUndone(contradiction) || !canTakeOver(contradiction))
    throw new Refusal('contradiction_not_settleable')
  const { status } = subject.transaction
  if (!isPaid(status) || isSuperseded(subject) || isUndone(subject) || (await isBesideAnother(trx, subject)))
    throw new Refusal('contradiction_overtaken')
  await endContradiction(trx, actor, contradiction, { state: 'TAKEN_OVER', we_say: status, note })
  await undoPayment(trx, subject, { reason: 'by_hand' }, now)
  await endWaiting(trx, subject, { outcome: { status: 'FAILED' } }, by(told.operation))
}

/** Refuses a capture while another order of the payment is under way, which may take the money too. */
async function refuseBesideOther(
  trx: Trx,
  { merchant_id, id }: StoredTransaction,
  { operation_id }: StoredContradiction,
): Promise<void> {
  const other = await trx
    .selectFrom('outbox')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('transaction_id', '=', id)
    .where('refund_id', 'is', null)
    .where('chargeback_id', 'is', null)
    .where('done_at', 'is', null)
    .where('id', 'is distinct from', operation_id)
    .executeTakeFirst()
  if (other) throw new Refusal('operation_in_progress')
}

/** The statuses to pass. Empty: the payment has another status since, and no longer contradicts what is reported. */
function stepsOver(transaction: StoredTransaction, to: TransactionStatus): TransactionStatus[] {
  const { status, refund_reserved } = transaction
  if (to === 'AUTHORIZATION_VOIDED') return isPaid(status) && refund_reserved === 0 ? [to] : []
  if (withoutMoney.includes(status)) return [to]
  return isOpen(status) || status === 'AUTHORIZED' ? stepsTo(status, to) : []
}

/** The attempt has the money after all. No other attempt of the payment is open or approved, which an index ensures. */
async function approveAttempt(trx: Trx, transaction: StoredTransaction, processor: string): Promise<void> {
  await trx
    .updateTable('payment_attempt')
    .set({ state: 'APPROVED' })
    .where('merchant_id', '=', transaction.merchant_id)
    .where('transaction_created_at', '=', transaction.created_at)
    .where('transaction_id', '=', transaction.id)
    .where('processor_id', '=', processor)
    .where('state', 'in', ['DECLINED', 'REFUSED', 'CANCELLED'])
    .execute()
}

async function takeOverRefund(
  trx: Trx,
  actor: Actor,
  { id, transaction_id, refund_id }: StoredContradiction,
  note: string | undefined,
  now: Date,
): Promise<void> {
  const transaction = transaction_id === null ? undefined : await findTransaction(trx, actor, transaction_id)
  // The refund first: the engine locks it before it records a contradiction, and then its payment.
  const refund = transaction && refund_id !== null ? await lockRefund(trx, transaction, refund_id) : undefined
  const contradiction = await lockOpenContradiction(trx, actor, id)
  if (!transaction || !refund || !canTakeOver(contradiction)) throw new Refusal('contradiction_not_settleable')
  if (contradiction.they_say === 'FAILED') {
    if (refund.status !== 'PROCESSED') throw new Refusal('contradiction_overtaken')
    await endContradiction(trx, actor, contradiction, { state: 'TAKEN_OVER', we_say: refund.status, note })
    const undone = { status: 'FAILED', status_reason: 'by_hand', undone_at: now.toISOString() } as const
    await changeRefund(trx, transaction, refund, undone)
    return
  }
  if (countsAsRefunded(refund.status)) throw new Refusal('contradiction_overtaken')
  const { captured_amount, refund_reserved } = await lockTransaction(trx, actor, transaction.id)
  // Whatever became of the payment since: the refund was made.
  const refundable = captured_amount - refund_reserved
  if (refund.amount > refundable) throw new Refusal('refund_exceeds_refundable', { refundable })
  await endContradiction(trx, actor, contradiction, { state: 'TAKEN_OVER', we_say: refund.status, note })
  await changeRefund(trx, transaction, refund, { status: 'PROCESSED', status_reason: null, takenOver: true })
}
