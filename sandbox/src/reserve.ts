import type { Trx } from './database.ts'
import { lockPayment, type Operation, type Payment } from './operation.ts'
import { Refused } from './refused.ts'
import type { OperationRequest } from './requests.ts'

/** Checks the ceilings and takes what the operation needs, before its outcome is known. Gives the locked payment. */
export async function reserve(trx: Trx, operation: Operation, request: OperationRequest): Promise<Payment> {
  if (request.kind === 'payment') return insertPayment(trx, operation, request)
  if (request.payment_id.startsWith('prior_')) await recordPriorPayment(trx, request)
  const payment = await lockPayment(trx, request)
  if (!payment) throw refused('unknown_payment', 'The sandbox does not know this payment')
  if (payment.currency_code !== request.currency_code) {
    throw refused('currency_differs', `The payment is in ${payment.currency_code}`)
  }
  await reservations[request.kind](trx, payment, operation)
  return payment
}

const reservations = {
  async capture(trx: Trx, payment: Payment, { amount, behaviour }: Operation) {
    refuseUnlessAuthorized(payment)
    if (amount === 0 && payment.amount > 0) throw refused('amount_too_small', 'There is nothing to capture')
    if (amount > payment.amount) throw refused('capture_exceeds_authorized', `${payment.amount} was authorized`)
    await trx.query(
      `update payment set captured_amount = $3, charge_back_after_settlement = charge_back_after_settlement or $4
       where account = $1 and id = $2`,
      [payment.account, payment.id, amount, behaviour.charge_back ?? false],
    )
  },
  async void(trx: Trx, payment: Payment) {
    refuseUnlessAuthorized(payment)
    await trx.query('update payment set void_requested = true where account = $1 and id = $2', [
      payment.account,
      payment.id,
    ])
  },
  async refund(trx: Trx, payment: Payment, { amount }: Operation) {
    if (!['SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'].includes(payment.status)) {
      throw refused('not_captured', `The payment is ${payment.status}`)
    }
    const refundable = (payment.captured_amount ?? 0) - payment.refunded_amount
    if (amount === 0) throw refused('amount_too_small', 'There is nothing to refund')
    if (amount > refundable) throw refused('refund_exceeds_captured', `${refundable} can still be refunded`)
    await trx.query('update payment set refunded_amount = refunded_amount + $3 where account = $1 and id = $2', [
      payment.account,
      payment.id,
      amount,
    ])
  },
}

function refuseUnlessAuthorized(payment: Payment) {
  if (payment.captured_amount !== null) throw refused('already_captured', 'A capture was asked for before')
  if (payment.void_requested) throw refused('already_voided', 'A void was asked for before')
  if (payment.status !== 'AUTHORIZED') throw refused('not_authorized', `The payment is ${payment.status}`)
}

async function insertPayment(trx: Trx, operation: Operation, request: OperationRequest & { kind: 'payment' }) {
  if (request.payment_product === 'card' && request.card_token === undefined) {
    throw refused('card_token_missing', 'A card payment needs a card_token')
  }
  const inserted = await trx.query<Payment>(
    `insert into payment (account, id, reference, merchant_reference, payment_product, card_token, amount, currency_code,
                          capture_at_once, status, charge_back_after_settlement, store_card)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'PENDING', $10, $11) returning *`,
    [
      request.account,
      operation.payment_id,
      request.reference,
      request.merchant_reference,
      request.payment_product,
      request.card_token,
      request.amount,
      request.currency_code,
      request.capture,
      operation.behaviour.charge_back ?? false,
      request.store_card ?? false,
    ],
  )
  // RETURNING gives the row that was inserted.
  return inserted.rows[0] as Payment
}

/**
 * Payments from before the sandbox (imported ones, the history of a demo) are taken on trust, once: at a refund as
 * captured in full, at a capture or void as authorized for the amount of that request.
 */
async function recordPriorPayment(trx: Trx, request: OperationRequest & { kind: 'capture' | 'void' | 'refund' }) {
  const isRefund = request.kind === 'refund'
  if (isRefund && !request.payment) return
  const amount = isRefund ? request.payment?.amount : request.amount
  await trx.query(
    `insert into payment (account, id, reference, merchant_reference, payment_product, amount, currency_code,
                          capture_at_once, status, captured_amount)
     values ($1, $2, $2, $3, 'unknown', $4, $5, false, $6, $7) on conflict do nothing`,
    [
      request.account,
      request.payment_id,
      isRefund ? request.payment?.merchant_reference : '',
      amount,
      request.currency_code,
      isRefund ? 'SETTLEMENT_COMPLETED' : 'AUTHORIZED',
      isRefund ? amount : null,
    ],
  )
}

const refused = (code: string, message: string) => new Refused(422, code, message)
