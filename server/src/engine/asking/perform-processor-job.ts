import { isOpen } from '@kontor/contract/payments/transaction.rules'
import { engineActor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction, type TransactionOptions, type Trx } from '../../platform/db/database.ts'
import { connect } from '../../processors/connections.ts'
import { type EvidenceFile, type Exchange, type Gateway, NotSent, OutcomeUnknown } from '../../processors/gateway.ts'
import { followingOf } from '../attempts/take-to-next.ts'
import { cancellationsOf, wasSent } from '../outbox/cancellation.ts'
import type { Found } from '../outbox/found.ts'
import { pauseAfterUnknown } from '../outbox/job-pauses.ts'
import {
  type CardJob,
  type ClaimedJob,
  finishTry,
  freezing,
  holdTry,
  type JobHandler,
  type JobKey,
  lastTryEnded,
  type PaymentJob,
  readJob,
} from '../outbox/outbox.ts'
import { recordExchanges, recordingCalls } from '../outbox/record-calls.ts'
import { findSubject, isSentOut, isSettled, isSuperseded, type Subject } from '../outbox/subject.ts'
import { evidenceOf } from '../records/stored-evidence.ts'
import { afterResume } from '../returns/after-resume.ts'
import { atOwnAddress } from '../returns/form-action.ts'
import { type Asking, askProcessor, isAwaited, type Question, type Silence } from './ask-processor.ts'
import { payerHasLeft, type Sent } from './next-step.ts'
import { keyedBy, type Order, openOrder, orderOf, sealOrder } from './order.ts'
import { awaitsMiddleware, passMiddleware } from './pass-middleware.ts'
import { tryRevocation } from './tell-revocation.ts'
import { writeDown } from './write-down.ts'
import type { Answer } from './written.ts'

/**
 * Sends an order to a processor and writes down the answer. `prepare` reads, in a database transaction that ends before the
 * call. Another one writes the outcome and the end of the job together. After a crash between these steps, the next try first
 * asks the processor about the order.
 */
export function processorJobs(asking: Asking): JobHandler<Prepared | undefined> {
  return {
    async prepare(trx, row) {
      const job = readJob(row)
      // What its middleware says comes before its order.
      return isOfCard(job) || awaitsMiddleware(job) ? undefined : prepare(asking, trx, job)
    },
    async perform(row, prepared) {
      try {
        const job = readJob(row)
        if (isOfCard(job)) return void (await tryRevocation(asking, job))
        return await tryJob(asking, job, prepared)
      } catch (error) {
        // The job broke off because of a defect or a lost database. It is tried again soon, and its tries record the error.
        const note = `broke off: ${error instanceof Error ? error.name : 'error'}`
        await inTransaction(asking.databases, engineOf(row), (trx) =>
          finishTry(trx, row, { done: false, note, retry_in_ms: pauseAfterUnknown(row), overdue_at: brokenFor(row) }),
        ).catch(() => {})
        throw error
      }
    },
  }
}

/** From then on a person looks at a job that cannot be performed, whatever its gateway is. */
const brokenFor = ({ created_at }: ClaimedJob) => new Date(Date.parse(created_at) + 86_400_000)

/** What a try needs. Its calls are collected in `exchanges`. */
type Prepared = Question & { exchanges: Exchange[] }

const isOfCard = (job: PaymentJob | CardJob): job is CardJob => job.topic === 'processor.revoke_card'

/**
 * The rows are read without a lock, because a lock would end before the call. `writeDown` locks them before it decides. Before
 * the first call the order is written down as it is sent, so that a later try sends the same.
 */
async function prepare(
  { databases, gateways, clock, publicUrl }: Asking,
  trx: Trx,
  job: PaymentJob,
): Promise<Prepared> {
  const exchanges: Exchange[] = []
  const subject = existing(await findSubject(trx, job), job)
  const evidence = await evidenceFor(databases, trx, subject)
  const { request_sealed } = job
  const order = request_sealed
    ? openOrder(gateways.masterKey, job, request_sealed, { transaction: subject.transaction, evidence })
    : orderOf(subject, evidence, { publicUrl, masterKey: gateways.masterKey, asker: job.asker })
  const since = sentSince(job)
  const isFrozen = job.first_sent_at !== null && request_sealed !== null
  const frozen = () => ({
    first_sent_at: since ?? clock.now(),
    request_sealed: request_sealed ?? sealOrder(gateways.masterKey, job, order),
  })
  const connecting = isFrozen ? trx : freezing(trx, job, frozen())
  const connected = await connect(connecting, gateways, job.merchant_id, subject.processor, (exchange) =>
    exchanges.push(exchange),
  )
  const insteadOfAgain = await insteadOf(trx, { job, subject, order, gateway: connected.gateway }, clock.now())
  const mayGiveUp = since !== undefined && isAwaited(order) && payerHasLeft(since, clock.now())
  const last_ended_at = mayGiveUp ? await lastTryEnded(trx, job, clock.now()) : undefined
  return {
    ...connected,
    subject,
    order,
    keyed: keyedBy(job),
    sent: { ...sentOf(job, subject, since), last_ended_at },
    insteadOfAgain,
    exchanges,
  }
}

interface Again {
  job: PaymentJob
  subject: Subject
  order: Order
  gateway: Gateway
}

/** What is done instead of sending the order of a payment again that has a second processor. */
async function insteadOf(
  trx: Trx,
  { job, subject, order, gateway }: Again,
  now: Date,
): Promise<Question['insteadOfAgain']> {
  if (job.topic !== 'processor.authorize' || job.payload.next === undefined || !job.uncertain) return undefined
  if (job.parked_at !== null) return undefined
  const cancellations = await cancellationsOf(trx, job).execute()
  if (cancellations.some(({ done_at }) => done_at === null)) return { do: 'wait', retry_in_ms: pauseAfterUnknown(job) }
  if (cancellations.length > 0) return undefined
  const { transaction } = subject
  const tried = { job, gateway, transaction, isAwaited: isAwaited(order) }
  return followingOf('unseen', tried, now) === 'bar' ? { do: 'bar' } : undefined
}

const sentOf = (job: PaymentJob, subject: Subject, since: Date | undefined): Sent => ({
  ...{ ordered_at: new Date(job.created_at), since, isAcknowledged: job.acknowledged_at !== null },
  isFailureKept: job.failure_kept,
  isParked: job.parked_at !== null,
  product: job.topic === 'processor.authorize' ? subject.transaction.payment_product : undefined,
  sentOut: job.topic === 'processor.authorize' && isSentOut(subject) ? subject.transaction.payment_product : undefined,
})

/** When the order may first have reached the processor. A try of the version before wrote no time: at the earliest when the job was made. */
function sentSince({ uncertain, first_sent_at, created_at }: PaymentJob): Date | undefined {
  return uncertain ? new Date(first_sent_at ?? created_at) : undefined
}

/** Returns the job that follows at once, if there is one. */
async function tryJob(asking: Asking, claimed: PaymentJob, given: Prepared | undefined): Promise<JobKey | undefined> {
  const { databases, clock, onContradiction } = asking
  // An earlier try that ended with the middleware sent no order.
  const job = awaitsMiddleware(claimed) ? await passMiddleware(asking, { ...claimed, uncertain: false }) : claimed
  if (!job) return undefined
  const prepared =
    given ?? (await inTransaction(databases, engineOf(job), (trx) => prepareHeld(asking, trx, job), repeated))
  // Another try has begun since, or the job is over: this one neither sends nor writes anything.
  if (!prepared) return undefined
  const { subject, exchanges, gateway, order } = prepared
  const { masterKey } = asking.gateways
  const house = { publicUrl: asking.publicUrl, masterKey }
  const ask = async () => {
    const answer = await askProcessor(prepared, clock.now())
    return 'outcome' in answer ? atOwnAddress(house, subject, answer) : answer
  }
  const answer = isOver(job, subject) ? undefined : await answerOf(ask)
  const end = async (trx: Trx) => {
    const tried = { job, gateway, answer, masterKey, isAwaited: isAwaited(order) }
    const { result, contradiction, next } = await writeDown(trx, tried, clock.now())
    await finishTry(recordingCalls(trx, { operation: job, processor: subject.processor }, exchanges), job, result)
    if (job.topic === 'processor.resume' && result.done) await afterResume(trx, masterKey, job, clock.now())
    return { contradiction, next }
  }
  try {
    const { contradiction, next } = await inTransaction(databases, engineOf(job), end, {
      ...repeated,
      cause: job.cause,
    })
    if (contradiction) onContradiction(contradiction)
    return next
  } finally {
    recordExchanges(asking.auditTrail, clock.now(), job, exchanges)
  }
}

/** Undefined: the job is no longer this try's. One that was claimed and prepared in one transaction is. */
const prepareHeld = async (asking: Asking, trx: Trx, job: PaymentJob): Promise<Prepared | undefined> =>
  (await holdTry(trx, job)) ? prepare(asking, trx, job) : undefined

/**
 * True: nothing is left to learn. A resumption has nothing to do once its payment is decided, and neither has a cancellation that
 * was not sent before.
 */
const isOver = (job: PaymentJob, subject: Subject): boolean => {
  const { topic } = job
  // What an attempt that is over took may be released, whatever became of the payment.
  if (isSuperseded(subject) && topic === 'processor.cancel_reference') return false
  const isOfOpen = topic === 'processor.resume' || (topic === 'processor.cancel_reference' && !wasSent(job))
  return isSettled(subject) || (isOfOpen && !isOpen(subject.transaction.status))
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
async function answerOf(ask: () => Promise<Found | Silence>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof OutcomeUnknown || error instanceof NotSent) return error
    throw error
  }
}
