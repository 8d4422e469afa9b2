import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { inTransaction, type Trx } from '../database.ts'
import type { Services } from '../services.ts'
import { advance, approvedStatus, declinedStatus } from './advance.ts'
import { behaviourOf, verdictOf } from './behaviour.ts'
import { type Operation, type Payment, viewOf } from './operation.ts'
import { Refused } from './refused.ts'
import type { OperationRequest } from './requests.ts'
import { reserve } from './reserve.ts'

interface Answer {
  answer_code: number
  answer: string
}

/**
 * Does an operation once per account and reference, and stores the answer in the same transaction. The unique key of
 * `operation` makes a second request wait for the first, and then gives it the answer of the first.
 */
export function perform(services: Services, request: OperationRequest): Promise<Answer & { isRepeated: boolean }> {
  const operation = newOperation(request)
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest()
  return inTransaction(services.db, async (trx) => {
    if (!(await claimReference(trx, operation, requestHash))) {
      return { ...(await storedAnswer(trx, operation, requestHash)), isRepeated: true }
    }
    const answer = await answerOf(services, trx, operation, request)
    await trx.query('update operation set answer_code = $3, answer = $4 where account = $1 and reference = $2', [
      operation.account,
      operation.reference,
      answer.answer_code,
      answer.answer,
    ])
    return { ...answer, isRepeated: false }
  })
}

function newOperation(request: OperationRequest): Operation {
  const { account, kind, reference, amount, currency_code } = request
  const chargeback_id = 'chargeback_id' in request ? request.chargeback_id : null
  const id = `${kind.slice(0, 3)}_${newId()}`
  const payment_id = request.kind === 'payment' ? id : request.payment_id
  const behaviour = { ...behaviourOf(request), ...(request.kind === 'dispute' && { verdict: verdictOf(request) }) }
  const asked = { account, kind, reference, amount, currency_code, payment_id, chargeback_id }
  return { ...asked, id, behaviour, status: 'PENDING', reason: null }
}

async function claimReference(trx: Trx, operation: Operation, requestHash: Buffer) {
  const { account, reference, kind, id, payment_id, chargeback_id, amount, currency_code, status, behaviour } =
    operation
  const claimed = await trx.query(
    `insert into operation (account, reference, kind, id, payment_id, amount, currency_code, status, behaviour, request_hash,
                            chargeback_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [account, reference, kind, id, payment_id, amount, currency_code, status, behaviour, requestHash, chargeback_id],
  )
  return claimed.rowCount === 1
}

async function storedAnswer(trx: Trx, { account, reference }: Operation, requestHash: Buffer): Promise<Answer> {
  const stored = await trx.query<Answer & { is_same: boolean }>(
    'select answer_code, answer, request_hash = $3 as is_same from operation where account = $1 and reference = $2',
    [account, reference, requestHash],
  )
  const row = stored.rows[0]
  if (!row?.is_same) throw new Refused(409, 'reference_reused', 'This reference was used for another request')
  return { answer_code: row.answer_code, answer: row.answer }
}

/** A refusal is an answer like any other: stored, and found by the look-up as FAILED. */
async function answerOf(
  services: Services,
  trx: Trx,
  operation: Operation,
  request: OperationRequest,
): Promise<Answer> {
  try {
    const payment = await reserve(trx, operation, request)
    await begin(services, trx, operation, payment)
    const view = await viewOf(trx, services.publicUrl(), operation)
    return { answer_code: 200, answer: JSON.stringify(view) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { account, reference } = operation
    const failed = "update operation set status = 'FAILED', reason = $3 where account = $1 and reference = $2"
    await trx.query(failed, [account, reference, error.code])
    return {
      answer_code: error.status,
      answer: JSON.stringify({ code: error.code, message: error.message, id: operation.id }),
    }
  }
}

function begin(services: Services, trx: Trx, operation: Operation, payment: Payment) {
  const { kind, behaviour } = operation
  switch (behaviour.outcome) {
    case 'approve':
      return advance(services, trx, operation, approvedStatus(kind, payment))
    case 'decline':
      return advance(services, trx, operation, declinedStatus(kind), behaviour.reason)
    case 'authenticate':
      return advance(services, trx, operation, 'ACTION_REQUIRED')
    case 'pending_then_approve':
    case 'pending_then_decline':
      return advance(services, trx, operation, 'PENDING')
  }
}
