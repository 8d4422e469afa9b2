import type { Trx } from '../database.ts'
import { enqueueNotification } from '../notifications.ts'
import type { Services } from '../services.ts'
import type { Kind } from './behaviour/behaviour.ts'
import { cancelledByMerchant } from './behaviour/rules.ts'
import { answerChargeback } from './chargebacks.ts'
import { schedule } from './due/schedule.ts'
import { type Operation, type Payment, viewOf } from './operation.ts'

const day_ms = 86_400_000

/** Sets the status of an operation, applies that to its payment, and notifies the caller. The payment is locked. */
export async function advance(services: Services, trx: Trx, operation: Operation, status: string, reason?: string) {
  operation.status = status
  operation.reason = reason ?? null
  await trx.query('update operation set status = $3, reason = $4 where account = $1 and id = $2', [
    operation.account,
    operation.id,
    status,
    operation.reason,
  ])
  const { kind, behaviour } = operation
  await scheduleContradiction(services, trx, operation)
  if (kind === 'accept' || kind === 'dispute') return answerChargeback(services, trx, operation)
  if (kind === 'cancel' || kind === 'resume') throw new Error(`a ${kind} has no status of its own to pass`)
  await effectOnPayment[kind](trx, operation)
  if (status === 'PENDING') await schedule(trx, operation, 'CONCLUDE', services.settings.pending_for_ms)
  if (status === 'ACTION_REQUIRED') await schedule(trx, operation, 'ABANDON', services.settings.abandon_after_ms)
  if (status === 'SETTLEMENT_REQUESTED') await schedule(trx, operation, 'SETTLE', services.settings.settle_after_ms)
  if (status === 'PENDING' && behaviour.is_told_later) return
  await notify(services, trx, operation)
}

export async function notify(services: Services, trx: Trx, operation: Operation) {
  await enqueueNotification(services.settings, trx, {
    type: operation.kind === 'refund' ? 'refund' : 'payment',
    about: operation,
    timing: operation.behaviour.notifications,
    data: await viewOf(trx, services.publicUrl(), operation),
  })
}

const failures = ['DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED']

/** Schedules the change that will contradict the status of the operation, where its rule says so. */
async function scheduleContradiction({ settings }: Services, trx: Trx, operation: Operation) {
  const { kind, status, reason, behaviour } = operation
  const mayReturn = behaviour.late_success && reason !== cancelledByMerchant
  if (mayReturn && failures.includes(status))
    await schedule(trx, operation, 'SUCCEED_LATE', settings.late_success_after_ms)
  const days = behaviour.undone_after_days
  const isDone = status === (kind === 'refund' ? 'PROCESSED' : 'SETTLEMENT_COMPLETED')
  if (days !== undefined && isDone) await schedule(trx, operation, 'UNDO', settings.undo_after_ms + days * day_ms)
}

export function approvedStatus(kind: Kind, payment: Payment) {
  if (kind === 'void' || kind === 'cancel') return 'AUTHORIZATION_VOIDED'
  if (kind === 'refund') return 'PROCESSED'
  if (kind === 'accept') return 'LOST'
  if (kind === 'dispute') return 'IN_DISPUTE'
  return kind === 'capture' || payment.capture_at_once ? 'SETTLEMENT_REQUESTED' : 'AUTHORIZED'
}

export const declinedStatus = (kind: Kind) => (kind === 'payment' ? 'DECLINED' : 'FAILED')

/** A capture that fails leaves the authorization; one that fails after settlement leaves nothing. */
const captureFails = `status = case status when 'SETTLEMENT_COMPLETED' then 'FAILED' else status end,
  captured_amount = case status when 'SETTLEMENT_COMPLETED' then captured_amount end`

const effectOnPayment: Record<
  Exclude<Kind, 'accept' | 'dispute' | 'cancel' | 'resume'>,
  (trx: Trx, operation: Operation) => Promise<void>
> = {
  async payment(trx, { status, ...operation }) {
    await change(trx, operation, 'status = $3', status)
    if (status === 'SETTLEMENT_REQUESTED') await change(trx, operation, 'captured_amount = amount')
  },
  async capture(trx, { status, ...operation }) {
    if (status === 'FAILED') await change(trx, operation, captureFails)
    else if (status !== 'PENDING') await change(trx, operation, 'status = $3', status)
  },
  async void(trx, { status, ...operation }) {
    if (status === 'FAILED') await change(trx, operation, 'void_requested = false')
    else if (status !== 'PENDING') await change(trx, operation, 'status = $3', status)
  },
  async refund(trx, { status, ...operation }) {
    if (status === 'FAILED') await change(trx, operation, 'refunded_amount = refunded_amount - $3', operation.amount)
  },
}

async function change(trx: Trx, key: { account: string; payment_id: string }, set: string, ...values: unknown[]) {
  await trx.query(`update payment set ${set} where account = $1 and id = $2`, [key.account, key.payment_id, ...values])
}
