import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type TransactionOptions, type Trx } from '../../platform/db/database.ts'
import { type Connected, connect } from '../../processors/connections.ts'
import { type EvidenceFile, type Exchange, NotSent, OutcomeUnknown } from '../../processors/gateway.ts'
import type { Found } from '../outbox/found.ts'
import { pauseAfterUnknown, pauseWhileUnderWay } from '../outbox/job-pauses.ts'
import {
  type CardJob,
  type ClaimedJob,
  finishTry,
  type JobHandler,
  type JobResult,
  type PaymentJob,
  readJob,
} from '../outbox/outbox.ts'
import {
  findSubject,
  isSettled,
  isSuperseded,
  type LockedSubject,
  lockSubject,
  type Subject,
} from '../outbox/subject.ts'
import { applyOutcome } from '../outcome/apply-outcome.ts'
import { changeRefund } from '../outcome/change-refund.ts'
import { changeTransaction } from '../outcome/change-transaction.ts'
import { type Contradiction, contradictionOf } from '../outcome/contradiction.ts'
import { evidenceOf } from '../records/stored-evidence.ts'
import { type Asking, askProcessor } from './ask-processor.ts'
import { recordingCalls } from './record-calls.ts'
import { tryRevocation } from './tell-revocation.ts'

/** After this many tries without an answer, the status of the operation becomes UNKNOWN. */
const triesUntilUnknown = 4

/**
 * Sends an order to a processor and writes down the answer. `prepare` reads, in a database transaction that ends before the
 * call. Another one writes the outcome and the end of the job together. After a crash between these steps, the next try first
 * asks the processor about the order.
 */
export function processorJobs(asking: Asking): JobHandler<Prepared | undefined> {
  return {
    async prepare(trx, row) {
      const job = readJob(row)
      return isOfCard(job) ? undefined : prepare(asking, trx, job)
    },
    async perform(row, prepared) {
      try {
        const job = readJob(row)
        await (isOfCard(job) ? tryRevocation(asking, job) : tryJob(asking, job, prepared))
      } catch (error) {
        // The job broke off because of a defect or a lost database. It is tried again soon, and its tries record the error.
        const note = `broke off: ${error instanceof Error ? error.name : 'error'}`
        await inTransaction(asking.databases, engineOf(row), (trx) =>
          finishTry(trx, row, { done: false, note, retry_in_ms: pauseAfterUnknown(row) }),
        ).catch(() => {})
        throw error
      }
    },
  }
}

/** The order of a job as it is sent. The calls of its try are collected in `exchanges`. */
type Prepared = Connected & { subject: Subject; evidence: EvidenceFile[]; exchanges: Exchange[] }

const isOfCard = (job: PaymentJob | CardJob): job is CardJob => job.topic === 'processor.revoke_card'

/** The rows are read without a lock, because a lock would end before the call. `writeDown` locks them before it decides. */
async function prepare({ databases, gateways }: Asking, trx: Trx, job: PaymentJob): Promise<Prepared> {
  const exchanges: Exchange[] = []
  const subject = existing(await findSubject(trx, job), job)
  const evidence = await evidenceFor(databases, trx, subject)
  const connected = await connect(trx, gateways, job.merchant_id, subject.processor, (exchange) =>
    exchanges.push(exchange),
  )
  return { ...connected, subject, evidence, exchanges }
}

async function tryJob(asking: Asking, job: PaymentJob, given: Prepared | undefined): Promise<void> {
  const { databases, clock, onContradiction } = asking
  const prepared =
    given ?? (await inTransaction(databases, engineOf(job), (trx) => prepare(asking, trx, job), repeated))
  const { subject, exchanges } = prepared
  const question = { ...prepared, uncertain: job.uncertain }
  const answer = isSettled(subject) ? undefined : await answerOf(() => askProcessor(question))
  const end = async (trx: Trx) => {
    const { result, late } = await writeDown(trx, job, answer, clock.now())
    await finishTry(recordingCalls(trx, subject, exchanges), job, result)
    return late
  }
  const contradiction = await inTransaction(databases, engineOf(job), end, repeated)
  if (contradiction) onContradiction(contradiction)
}

const repeated: TransactionOptions = { plans: 'repeated' }

const engineOf = ({ merchant_id }: Pick<ClaimedJob, 'merchant_id'>) => engineActor(merchant_id, 'processor')

async function evidenceFor(databases: Databases, trx: Trx, subject: Subject): Promise<EvidenceFile[]> {
  const isDispute = subject.kind === 'answer' && subject.operation.topic === 'processor.dispute'
  return isDispute ? evidenceOf(databases, trx, subject.chargeback) : []
}

function existing<T>(subject: T | undefined, job: PaymentJob): T {
  if (!subject) throw new Error(`job ${job.id} is of something that does not exist`)
  return subject
}

/** Returns an unknown outcome instead of throwing it, because the job writes it down like any other answer. */
async function answerOf(ask: () => Promise<Found>): Promise<Found | OutcomeUnknown> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof OutcomeUnknown) return error
    if (error instanceof NotSent) return new OutcomeUnknown(error.message, { cause: error })
    throw error
  }
}

interface Written {
  result: JobResult
  /** Set when the answer came after the payment had gone on to another processor. */
  late?: Contradiction | undefined
}

async function writeDown(
  trx: Trx,
  job: PaymentJob,
  answer: Found | OutcomeUnknown | undefined,
  now: Date,
): Promise<Written> {
  if (answer === undefined) return { result: { done: true, note: 'settled by notification' } }
  const subject = existing(await lockSubject(trx, job), job)
  if (answer instanceof OutcomeUnknown) return { result: await writeDownUnknown(trx, job, subject, answer) }
  const note = answer.outcome.status
  const late = contradictionOf(subject, { kind: answer.kind, status: note })
  if (await applyOutcome(trx, subject, answer, now)) return { result: { done: true, note }, late }
  return { result: { done: false, note, retry_in_ms: pauseWhileUnderWay(job) } }
}

async function writeDownUnknown(
  trx: Trx,
  job: PaymentJob,
  subject: LockedSubject,
  unknown: OutcomeUnknown,
): Promise<JobResult> {
  if (job.attempts >= triesUntilUnknown) await markUnknown(trx, subject)
  return { done: false, note: `unknown: ${unknown.message}`, retry_in_ms: pauseAfterUnknown(job) }
}

/** Marks an operation as UNKNOWN, unless the processor has acknowledged it. An acknowledged operation stays under way. */
async function markUnknown(trx: Trx, subject: LockedSubject): Promise<void> {
  // An answer to a chargeback has no UNKNOWN status: the chargeback keeps its status while the job goes on.
  if (subject.kind === 'answer' || isSuperseded(subject)) return
  if (subject.kind === 'refund') {
    const { transaction, refund } = subject
    if (!refund.processor_id_external) await changeRefund(trx, transaction, refund, { status: 'UNKNOWN' })
    return
  }
  const { transaction } = subject
  if (transaction.status === 'INITIATED' && !transaction.processor_id_external)
    await changeTransaction(trx, transaction, { status: 'UNKNOWN' })
}
