import type { Trx } from '../database.ts'
import { enqueueNotification } from '../notifications.ts'
import type { Services } from '../services.ts'
import type { Kind } from './behaviour.ts'
import { answerChargeback } from './chargebacks.ts'
import { type Operation, type Payment, viewOf } from './operation.ts'
import { schedule } from './schedule.ts'

/** Sets the status of an operation, applies that to its payment, and notifies the caller. The payment is locked. */
export async function advance(services: Services, trx: Trx, operation: Operation, status: string, reason?: string) {
  operation.status = status
  operation.reason = reason ?? null
  await trx.query('update operation set status = $3, reason = $4 where account = $1 and reference = $2', [
    operation.account,
    operation.reference,
    status,
    operation.reason,
  ])
  const { kind } = operation
  if (kind === 'accept' || kind === 'dispute') return answerChargeback(services, trx, operation)
  await effectOnPayment[kind](trx, operation)
  if (status === 'PENDING') await schedule(trx, operation, 'CONCLUDE', services.settings.pending_for_ms)
  if (status === 'ACTION_REQUIRED') await schedule(trx, operation, 'ABANDON', services.settings.abandon_after_ms)
  if (status === 'SETTLEMENT_REQUESTED') await schedule(trx, operation, 'SETTLE', services.settings.settle_after_ms)
  await enqueueNotification(services.settings, trx, {
    type: kind === 'refund' ? 'refund' : 'payment',
    about: operation,
    timing: operation.behaviour.notifications,
    data: await viewOf(trx, services.publicUrl(), operation),
  })
}

export function approvedStatus(kind: Kind, payment: Payment) {
  if (kind === 'void') return 'AUTHORIZATION_VOIDED'
  if (kind === 'refund') return 'PROCESSED'
  if (kind === 'accept') return 'LOST'
  if (kind === 'dispute') return 'IN_DISPUTE'
  return kind === 'capture' || payment.capture_at_once ? 'SETTLEMENT_REQUESTED' : 'AUTHORIZED'
}

export const declinedStatus = (kind: Kind) => (kind === 'payment' ? 'DECLINED' : 'FAILED')

const effectOnPayment: Record<
  Exclude<Kind, 'accept' | 'dispute'>,
  (trx: Trx, operation: Operation) => Promise<void>
> = {
  async payment(trx, { status, ...operation }) {
    await change(trx, operation, 'status = $3', status)
    if (status === 'SETTLEMENT_REQUESTED') await change(trx, operation, 'captured_amount = amount')
  },
  async capture(trx, { status, ...operation }) {
    if (status === 'FAILED') await change(trx, operation, 'captured_amount = null')
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
