import { transactionTransitions } from '@kontor/contract/payments/transaction.rules'
import { isFinal } from '@kontor/contract/transitions'
import { engineActor } from '../platform/actor.ts'
import { type Databases, inTransaction, type Trx } from '../platform/database.ts'
import { connect } from '../processors/connections.ts'
import { type Exchange, type Found, OutcomeUnknown } from '../processors/gateway.ts'
import { applyPaymentOutcome, applyRefundOutcome } from './apply-outcome.ts'
import { askProcessor } from './ask-processor.ts'
import { changeRefund, findRefund, type StoredRefund } from './change-refund.ts'
import { changeTransaction } from './change-transaction.ts'
import { findLocked, type LockedTransaction } from './locked-transaction.ts'
import { finishAttempt, type Job, type JobHandler, type JobResult } from './outbox.ts'
import { recordCalls } from './processor-calls.ts'

/** After so many tries without an answer the status says that nobody knows. */
const triesUntilUnknown = 4
const longestPause_ms = 3_600_000

/**
 * Tells a processor what was decided and writes down what it answers. Three database transactions at most, none of them
 * open while the network is waited for: read, (call), write the outcome together with the end of the job. A crash between
 * any two leaves a job whose next try asks the processor before it calls.
 */
export function processorJobs(databases: Databases, masterKey: string): JobHandler {
  return async (job) => {
    const actor = engineActor(job.merchant_id, 'processor')
    const exchanges: Exchange[] = []
    const prepared = await inTransaction(databases, actor, async (trx) => {
      const subject = await readSubject(trx, job)
      const connected = await connect(trx, masterKey, job.merchant_id, subject.processor, (exchange) =>
        exchanges.push(exchange),
      )
      return { ...subject, ...connected }
    })
    const answer = prepared.settled ? undefined : await answerOf(() => askProcessor(prepared, job))
    return inTransaction(databases, actor, async (trx) => {
      const result = await writeDown(trx, job, answer)
      await recordCalls(trx, job, prepared.processor, exchanges)
      await finishAttempt(trx, job, result)
      return result
    })
  }
}

export interface Subject {
  transaction: LockedTransaction
  refund: StoredRefund | undefined
  processor: string
  /** Nothing is left to ask: the outcome came by another way. */
  settled: boolean
}

async function readSubject(trx: Trx, job: Job): Promise<Subject> {
  const transaction = await lockSubject(trx, job)
  const refund = job.refund_id ? await findRefund(trx, transaction, job.refund_id) : undefined
  const processor = refund?.processor_id ?? transaction.processor_id
  if (!processor) throw new Error(`transaction ${transaction.id} has no processor`)
  return { transaction, refund, processor, settled: isSettled(job, transaction, refund) }
}

async function lockSubject(trx: Trx, job: Job): Promise<LockedTransaction> {
  const transaction = await findLocked(trx, engineActor(job.merchant_id, 'processor'), job.transaction_id)
  if (!transaction) throw new Error(`job ${job.id} is of a transaction that does not exist`)
  return transaction
}

function isSettled(job: Job, transaction: LockedTransaction, refund: StoredRefund | undefined): boolean {
  if (refund) return refund.status !== 'PENDING' && refund.status !== 'UNKNOWN'
  if (isFinal(transactionTransitions, transaction.status)) return true
  return job.topic === 'processor.authorize' && transaction.status === 'AUTHORIZED'
}

/** An outcome that nobody knows is no exception here: it is what the rest of the job is about. */
async function answerOf(ask: () => Promise<Found>): Promise<Found | OutcomeUnknown> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof OutcomeUnknown) return error
    throw error
  }
}

async function writeDown(trx: Trx, job: Job, answer: Found | OutcomeUnknown | undefined): Promise<JobResult> {
  const before = await lockSubject(trx, job)
  if (answer === undefined) return { done: true, note: 'settled by notification' }
  if (answer instanceof OutcomeUnknown) return writeDownUnknown(trx, job, before, answer)
  if (answer.kind === 'refund') {
    await applyRefundOutcome(trx, before, job.refund_id ?? '', answer.outcome)
  } else {
    await applyPaymentOutcome(trx, before, answer.outcome)
  }
  const [transaction, refund] = await current(trx, job)
  const { status } = answer.outcome
  if (isSettled(job, transaction, refund)) return { done: true, note: status }
  // The processor refused a capture or void: the authorization stands as it was, and may be tried anew.
  if (job.refund_id === null && job.topic !== 'processor.authorize' && (status === 'FAILED' || status === 'DECLINED')) {
    await changeTransaction(trx, transaction, {
      status_reason: 'reason' in answer.outcome ? answer.outcome.reason : null,
    })
    return { done: true, note: status }
  }
  return { done: false, note: status, retry_in_ms: pauseWhileUnderWay(job) }
}

async function current(trx: Trx, job: Job): Promise<[LockedTransaction, StoredRefund | undefined]> {
  const transaction = await lockSubject(trx, job)
  return [transaction, job.refund_id ? await findRefund(trx, transaction, job.refund_id) : undefined]
}

async function writeDownUnknown(
  trx: Trx,
  job: Job,
  transaction: LockedTransaction,
  unknown: OutcomeUnknown,
): Promise<JobResult> {
  if (job.attempts >= triesUntilUnknown) {
    const refund = job.refund_id ? await findRefund(trx, transaction, job.refund_id) : undefined
    if (refund) await changeRefund(trx, transaction, refund, { status: 'UNKNOWN' })
    else if (transaction.status === 'INITIATED') await changeTransaction(trx, transaction, { status: 'UNKNOWN' })
  }
  return { done: false, note: `unknown: ${unknown.message}`.slice(0, 500), retry_in_ms: pauseAfterUnknown(job) }
}

/** 0.5, 1, 2, 4 … seconds: an answer is owed, and the first minute decides whether anybody notices. */
const pauseAfterUnknown = (job: Job) => Math.min(500 * 2 ** Math.min(job.attempts - 1, 20), longestPause_ms)

/** The processor knows it and takes its time; a notification will come first, unless it was lost. */
const pauseWhileUnderWay = (job: Job) => Math.min(10_000 * 2 ** Math.min(job.attempts - 1, 20), longestPause_ms)
