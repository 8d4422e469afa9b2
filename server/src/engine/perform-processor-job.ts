import { engineActor } from '../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../platform/db/database.ts'
import type { Clock } from '../platform/time/clock.ts'
import { connect, type GatewaySettings } from '../processors/connections.ts'
import { type Exchange, type Found, OutcomeUnknown } from '../processors/gateway.ts'
import { applyOutcome } from './apply-outcome.ts'
import { askProcessor, type Subject } from './ask-processor.ts'
import { changeRefund, findRefund } from './change-refund.ts'
import { changeTransaction } from './change-transaction.ts'
import { pauseAfterUnknown, pauseWhileUnderWay } from './job-pauses.ts'
import { type LockedSubject, lockSubject } from './locked-subject.ts'
import { findTransaction } from './locked-transaction.ts'
import { isSettled } from './operation.ts'
import { finishAttempt, type Job, type JobHandler, type JobResult, type PaymentJob } from './outbox.ts'
import { recordCalls } from './processor-calls.ts'
import { findChargeback } from './stored-chargeback.ts'
import { evidenceOf } from './stored-evidence.ts'
import { tryRevocation } from './tell-revocation.ts'

/** After so many tries without an answer the status says that nobody knows. */
const triesUntilUnknown = 4

/**
 * Tells a processor what was decided and writes down what it answers. Two database transactions, neither of them open
 * while the network is waited for: read, (call), write the outcome together with the end of the job. A crash between any
 * two leaves a job whose next try asks the processor before it calls.
 */
export function processorJobs(databases: Databases, gateways: GatewaySettings, clock: Clock): JobHandler {
  return async (job) => {
    try {
      if (job.card_id === null) await tryJob(databases, gateways, clock, job)
      else await tryRevocation(databases, gateways, clock, job)
    } catch (error) {
      // A defect, or the database was away: tried again soon, and to be seen in the attempts, instead of silently.
      const note = `broke off: ${error instanceof Error ? error.name : 'error'}`
      await inTransaction(databases, engineOf(job), (trx) =>
        finishAttempt(trx, job, { done: false, note, retry_in_ms: pauseAfterUnknown(job) }),
      ).catch(() => {})
      throw error
    }
  }
}

async function tryJob(databases: Databases, gateways: GatewaySettings, clock: Clock, job: PaymentJob): Promise<void> {
  const exchanges: Exchange[] = []
  const prepared = await inTransaction(databases, engineOf(job), async (trx) => {
    const subject = await readSubject(databases, trx, job)
    const connected = await connect(trx, gateways, job.merchant_id, subject.processor, (exchange) =>
      exchanges.push(exchange),
    )
    return { ...subject, ...connected }
  })
  const answer = prepared.settled ? undefined : await answerOf(() => askProcessor(prepared, job))
  await inTransaction(databases, engineOf(job), async (trx) => {
    const result = await writeDown(trx, job, answer, clock.now())
    await recordCalls(trx, job, prepared.processor, exchanges)
    await finishAttempt(trx, job, result)
  })
}

const engineOf = (job: Job) => engineActor(job.merchant_id, 'processor')

/** Without a lock: it would end before the call, and what is written afterwards is decided under a lock of its own. */
async function readSubject(databases: Databases, trx: Trx, job: PaymentJob): Promise<Subject> {
  const transaction = existing(await findTransaction(trx, engineOf(job), job.transaction_id), job)
  const refund = job.refund_id ? await findRefund(trx, transaction, job.refund_id) : undefined
  const chargeback = job.chargeback_id ? await findChargeback(trx, transaction, job.chargeback_id) : undefined
  const evidence = job.topic === 'processor.dispute' && chargeback ? await evidenceOf(databases, trx, chargeback) : []
  const processor = chargeback?.processor_id ?? refund?.processor_id ?? transaction.processor_id
  if (!processor) throw new Error(`transaction ${transaction.id} has no processor`)
  const settled = isSettled(job, transaction, refund, chargeback)
  return { transaction, refund, chargeback, evidence, processor, settled }
}

function existing<T>(transaction: T | undefined, job: PaymentJob): T {
  if (!transaction) throw new Error(`job ${job.id} is of a transaction that does not exist`)
  return transaction
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

async function writeDown(
  trx: Trx,
  job: PaymentJob,
  answer: Found | OutcomeUnknown | undefined,
  now: Date,
): Promise<JobResult> {
  if (answer === undefined) return { done: true, note: 'settled by notification' }
  const subject = existing(await lockSubject(trx, engineOf(job), job), job)
  if (answer instanceof OutcomeUnknown) return writeDownUnknown(trx, job, subject, answer)
  const note = answer.outcome.status
  if (await applyOutcome(trx, job, subject, answer, now)) return { done: true, note }
  return { done: false, note, retry_in_ms: pauseWhileUnderWay(job) }
}

async function writeDownUnknown(
  trx: Trx,
  job: PaymentJob,
  { transaction, refund, chargeback }: LockedSubject,
  unknown: OutcomeUnknown,
): Promise<JobResult> {
  // An answer to a chargeback stays what was decided: it waits, and its chargeback says what it is.
  if (chargeback) return { done: false, note: `unknown: ${unknown.message}`, retry_in_ms: pauseAfterUnknown(job) }
  // One that the processor has acknowledged is known to be under way, whatever became of this question.
  const isAcknowledged = Boolean((refund ?? transaction).processor_id_external)
  if (job.attempts >= triesUntilUnknown && !isAcknowledged) {
    if (refund) await changeRefund(trx, transaction, refund, { status: 'UNKNOWN' })
    else if (transaction.status === 'INITIATED') await changeTransaction(trx, transaction, { status: 'UNKNOWN' })
  }
  return { done: false, note: `unknown: ${unknown.message}`, retry_in_ms: pauseAfterUnknown(job) }
}
