import { v7 as newId } from 'uuid'
import type { Trx } from '../database.ts'
import type { Services } from '../services.ts'
import { advance, notify } from './advance.ts'
import { cancelledByMerchant } from './behaviour/rules.ts'
import { schedule } from './due/schedule.ts'
import { findOperationById, type Operation, type Payment } from './operation.ts'

export async function beginCancel(services: Services, trx: Trx, operation: Operation) {
  const { outcome, reason } = operation.behaviour
  if (outcome === 'decline') return conclude(services, trx, operation, 'FAILED', reason)
  if (outcome === 'approve') return cancel(services, trx, operation)
  await schedule(trx, operation, 'CONCLUDE', services.settings.pending_for_ms)
  if (!operation.behaviour.is_told_later) await notify(services, trx, operation)
}

export async function concludeCancel(services: Services, trx: Trx, operation: Operation) {
  const { outcome, reason } = operation.behaviour
  if (outcome === 'pending_then_decline') return conclude(services, trx, operation, 'FAILED', reason)
  await cancel(services, trx, operation)
}

async function cancel(services: Services, trx: Trx, operation: Operation) {
  const isBarred = operation.behaviour.bars_later === true
  // An order of that moment is waited for, and is seen below.
  if (isBarred) await bar(trx, operation)
  const { rows: payments } = await trx.query<Payment>(
    'select * from payment where account = $1 and reference = $2 order by id for update',
    [operation.account, operation.payment_reference],
  )
  operation.payment_id = payments[0]?.id ?? ''
  const obstacles = payments.map(obstacleOf)
  const open = payments.filter((payment) => obstacleOf(payment) === undefined)
  for (const payment of open) await end(services, trx, payment)
  const rest = open.length === 0 && !isBarred ? (obstacles[0] ?? 'unknown_payment_reference') : undefined
  const reason = obstacles.find((obstacle) => obstacle === 'already_captured') ?? rest
  await conclude(services, trx, operation, reason === undefined ? 'AUTHORIZATION_VOIDED' : 'FAILED', reason)
}

/** Takes the reference of a payment that has not arrived, so that its order finds a refusal there, whatever it asks for. */
async function bar(trx: Trx, { account, payment_reference, amount, currency_code }: Operation) {
  const id = `pay_${newId()}`
  const answer = { code: cancelledByMerchant, message: 'This reference was cancelled before its order arrived', id }
  await trx.query(
    `insert into operation (account, reference, kind, id, payment_id, amount, currency_code, status, reason, behaviour,
                            request_hash, answer_code, answer)
     values ($1, $2, 'payment', $3, $3, $4, $5, 'FAILED', $6, '{"outcome":"decline"}', '', 422, $7) on conflict do nothing`,
    [account, payment_reference, id, amount, currency_code, cancelledByMerchant, JSON.stringify(answer)],
  )
}

/** The reason for which a payment cannot be cancelled; undefined: it can. */
function obstacleOf(payment: Payment): string | undefined {
  switch (payment.status) {
    case 'PENDING':
    case 'ACTION_REQUIRED':
      return undefined
    case 'AUTHORIZED':
      if (payment.captured_amount !== null) return 'already_captured'
      return payment.void_requested ? 'already_voided' : undefined
    case 'SETTLEMENT_REQUESTED':
    case 'SETTLEMENT_COMPLETED':
      return payment.capture_at_once && payment.refunded_amount === 0 && !payment.charge_back_after_settlement
        ? undefined
        : 'already_captured'
    case 'AUTHORIZATION_VOIDED':
      return 'already_voided'
    default:
      return 'not_authorized'
  }
}

async function end(services: Services, trx: Trx, { account, id, status }: Payment) {
  if (status === 'PENDING' || status === 'ACTION_REQUIRED') {
    const operation = await findOperationById(trx, account, id)
    if (operation) await advance(services, trx, operation, 'CANCELLED', cancelledByMerchant)
    return
  }
  await trx.query(
    `update payment set status = 'AUTHORIZATION_VOIDED', void_requested = true, captured_amount = null
     where account = $1 and id = $2`,
    [account, id],
  )
}

async function conclude(services: Services, trx: Trx, operation: Operation, status: string, reason?: string) {
  operation.status = status
  operation.reason = reason ?? null
  await trx.query('update operation set status = $3, reason = $4, payment_id = $5 where account = $1 and id = $2', [
    operation.account,
    operation.id,
    status,
    operation.reason,
    operation.payment_id,
  ])
  await notify(services, trx, operation)
}
