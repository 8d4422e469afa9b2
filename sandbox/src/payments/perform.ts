import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import type { Account } from '../accounts.ts'
import { inTransaction, type Trx } from '../database.ts'
import type { Services } from '../services.ts'
import { advance, approvedStatus, declinedStatus } from './advance.ts'
import { behaviourOf, verdictOf } from './behaviour/behaviour.ts'
import { beginCancel } from './cancels.ts'
import { notifyStrangely } from './contradictions.ts'
import { type Operation, type Payment, viewOf } from './operation.ts'
import { Refused } from './refused.ts'
import type { OperationRequest } from './requests.ts'
import { reserve } from './reserve.ts'
import { resume } from './resumes.ts'

interface Answer {
  answer_code: number
  answer: string
}

/**
 * Does an operation once per account and reference, and stores the answer in the same transaction. The unique key of
 * `operation` makes a second request wait for the first, and then gives it the answer of the first.
 */
export function perform(
  services: Services,
  { is_told_later }: Account,
  request: OperationRequest,
): Promise<Answer & { isRepeated: boolean }> {
  const operation = newOperation(request, is_told_later)
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest()
  return inTransaction(services.db, async (trx) => {
    const keyLife_ms = is_told_later ? services.settings.key_life_ms : undefined
    if (!(await claimReference(trx, operation, requestHash, keyLife_ms))) {
      return { ...(await storedAnswer(trx, operation, requestHash)), isRepeated: true }
    }
    const answer = await answerOf(services, trx, operation, request)
    await trx.query('update operation set answer_code = $3, answer = $4 where account = $1 and id = $2', [
      operation.account,
      operation.id,
      answer.answer_code,
      answer.answer,
    ])
    return { ...answer, isRepeated: false }
  })
}

function newOperation(request: OperationRequest, isToldLater: boolean): Operation {
  const { account, kind, reference, amount, currency_code } = request
  const chargeback_id = 'chargeback_id' in request ? request.chargeback_id : null
  const id = `${kind.slice(0, 3)}_${newId()}`
  const named = 'payment_id' in request ? request.payment_id : undefined
  const payment_id = named ?? (request.kind === 'payment' ? id : '')
  const payment_reference = request.kind === 'cancel' ? request.payment_reference : null
  const behaviour = {
    ...behaviourOf(request, isToldLater),
    ...(request.kind === 'dispute' && { verdict: verdictOf(request) }),
    ...(request.kind === 'cancel' && request.bars_later && { bars_later: request.bars_later }),
  }
  const asked = { account, kind, reference, amount, currency_code, payment_id, chargeback_id, payment_reference }
  return { ...asked, id, behaviour, status: 'PENDING', reason: null }
}

/** Begins an operation under its reference. False: the reference has one already, and its life is not over. */
async function claimReference(trx: Trx, operation: Operation, requestHash: Buffer, keyLife_ms: number | undefined) {
  const { account, reference, kind, id, payment_id, chargeback_id, amount, currency_code, status, behaviour } =
    operation
  if (keyLife_ms !== undefined) await endOldKey(trx, operation)
  const claimed = await trx.query(
    `insert into operation (account, reference, kind, id, payment_id, amount, currency_code, status, behaviour, request_hash,
                            chargeback_id, payment_reference, key_ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, clock_timestamp() + $13 * interval '1 millisecond')
     on conflict do nothing`,
    [
      ...[account, reference, kind, id, payment_id, amount, currency_code, status, behaviour, requestHash],
      ...[chargeback_id, operation.payment_reference, keyLife_ms],
    ],
  )
  return claimed.rowCount === 1
}

const endOldKey = (trx: Trx, { account, reference }: Operation) =>
  trx.query(
    `update operation set is_key_over = true
     where account = $1 and reference = $2 and not is_key_over and key_ends_at <= clock_timestamp()`,
    [account, reference],
  )

async function storedAnswer(trx: Trx, { account, reference }: Operation, requestHash: Buffer): Promise<Answer> {
  const stored = await trx.query<Answer & { is_same: boolean }>(
    `select answer_code, answer, request_hash in ($3, ''::bytea) as is_same from operation
     where account = $1 and reference = $2 and not is_key_over`,
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
    if (request.kind === 'resume') return { answer_code: 200, answer: await resume(services, trx, operation, request) }
    if (request.kind === 'cancel') await beginCancel(services, trx, operation)
    else await begin(services, trx, operation, await reserve(trx, operation, request))
    await notifyStrangely(services, trx, operation)
    const view = await viewOf(trx, services.publicUrl(), operation)
    return { answer_code: 200, answer: JSON.stringify(view) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const failed = "update operation set status = 'FAILED', reason = $3 where account = $1 and id = $2"
    await trx.query(failed, [operation.account, operation.id, error.code])
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
