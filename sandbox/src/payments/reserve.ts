import { randomBytes } from 'node:crypto'
import type { Trx } from '../database.ts'
import { productsTakenAtOnce, productsWithAgreement } from './behaviour/rules.ts'
import { today } from './chargebacks.ts'
import { isApproved, lockPayment, type Operation, type Payment } from './operation.ts'
import { Refused } from './refused.ts'
import type { OperationRequest } from './requests.ts'
import { isRevoked } from './revoked-tokens.ts'

type Reserving = Exclude<OperationRequest, { kind: 'cancel' | 'resume' }>

/**
 * Checks the ceilings and reserves the amount of the operation before its outcome is known. Gives the locked payment.
 */
export async function reserve(trx: Trx, operation: Operation, request: Reserving): Promise<Payment> {
  if (request.kind === 'payment') return insertPayment(trx, operation, request)
  if (request.kind === 'accept' || request.kind === 'dispute') return reserveAnswer(trx, request)
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

type Answer = OperationRequest & { kind: 'accept' | 'dispute' }

async function reserveAnswer(trx: Trx, request: Answer): Promise<Payment> {
  if (request.chargeback_id.startsWith('prior_')) await recordPriorChargeback(trx, request)
  const payment = await lockPayment(trx, request)
  const { rows } = await trx.query<{ amount: number; currency_code: string; status: string; is_over: boolean }>(
    `select amount, currency_code, status, respond_by < ${today} as is_over from chargeback where account = $1 and id = $2`,
    [request.account, request.chargeback_id],
  )
  const [chargeback] = rows
  if (!payment || !chargeback) throw refused('unknown_chargeback', 'The sandbox does not know this chargeback')
  if (chargeback.currency_code !== request.currency_code || chargeback.amount !== request.amount)
    throw refused('amount_differs', `The chargeback is of ${chargeback.amount} ${chargeback.currency_code}`)
  if (chargeback.status !== 'OPEN') throw refused('not_possible_now', `The chargeback is ${chargeback.status}`)
  if (request.kind === 'accept') return payment
  if (chargeback.is_over) throw refused('deadline_over', 'The last day to respond is over')
  const { rows: kept } = await trx.query<{ n: number }>(
    'select count(*)::int as n from evidence where account = $1 and chargeback_id = $2 and reference = any($3)',
    [request.account, request.chargeback_id, request.evidence],
  )
  if (kept[0]?.n !== request.evidence.length) throw refused('unknown_evidence', 'Not all of the evidence was handed in')
  return payment
}

/**
 * Trusts a chargeback from before the sandbox once: it is stored as open, with the amount of the answer and a year to
 * respond.
 */
async function recordPriorChargeback(trx: Trx, request: Answer) {
  const { account, chargeback_id, payment, amount, currency_code, reference } = request
  if (!payment?.id.startsWith('prior_')) return
  await trx.query(
    `insert into payment (account, id, reference, merchant_reference, payment_product, amount, currency_code,
                          capture_at_once, status, captured_amount)
     values ($1, $2, $2, $3, 'unknown', $4, $5, false, 'SETTLEMENT_COMPLETED', $4) on conflict do nothing`,
    [account, payment.id, payment.merchant_reference, payment.amount, currency_code],
  )
  await trx.query(
    `insert into chargeback (account, id, payment_id, amount, currency_code, reason, reason_code, status, respond_by, reference)
     values ($1, $2, $3, $4, $5, 'prior', 'prior', 'OPEN', ${today} + 365, $6) on conflict do nothing`,
    [account, chargeback_id, payment.id, amount, currency_code, reference],
  )
}

async function insertPayment(trx: Trx, operation: Operation, request: OperationRequest & { kind: 'payment' }) {
  if (request.payment_product === 'card' && request.card_token === undefined) {
    throw refused('card_token_missing', 'A card payment needs a card_token')
  }
  if (!request.capture && request.amount > 0 && productsTakenAtOnce.includes(request.payment_product)) {
    throw refused('capture_only_at_once', `${request.payment_product} takes the money at once`)
  }
  if (request.card_token !== undefined && (await isRevoked(trx, request.account, request.card_token))) {
    throw refused('card_revoked', 'The card was revoked')
  }
  if (request.agreement_token !== undefined && !(await isAgreedTo(trx, request, request.agreement_token))) {
    throw refused('unknown_agreement', 'Nobody agreed to that')
  }
  const inserted = await trx.query<Payment>(
    `insert into payment (account, id, reference, merchant_reference, payment_product, card_token, amount, currency_code,
                          capture_at_once, status, charge_back_after_settlement, store_card, descriptor, agreement_token, return_url, metadata)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'PENDING', $10, $11, $12, $13, $14, $15) returning *`,
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
      request.descriptor ?? null,
      request.store_agreement && productsWithAgreement.includes(request.payment_product) ? newAgreement() : null,
      request.return_url ?? null,
      request.metadata ?? {},
    ],
  )
  // RETURNING gives the row that was inserted.
  return inserted.rows[0] as Payment
}

/** True: a payment with the same product created this agreement, and that payment was approved. */
async function isAgreedTo(
  trx: Trx,
  { account, payment_product }: { account: string; payment_product: string },
  token: string,
): Promise<boolean> {
  const { rows } = await trx.query<Payment>(
    'select * from payment where account = $1 and agreement_token = $2 and payment_product = $3',
    [account, token, payment_product],
  )
  return rows[0] !== undefined && isApproved(rows[0])
}

const newAgreement = () => `agr_${[...randomBytes(20)].map((byte) => 'abcdefghijklmnop'[byte % 16]).join('')}`

/**
 * Trusts a payment from before the sandbox once (an imported one, or one from the history of a demo): a refund counts
 * it as captured in full, a capture or void as authorized for the amount of that request.
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
