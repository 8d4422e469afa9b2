import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import type { Trx } from '../../platform/db/database.ts'
import { FailureKept, type Gateway, NotFoundYet, NotSent, OutcomeUnknown } from '../../processors/gateway.ts'
import { ownRefusal } from '../attempts/begin-attempt.ts'
import type { Brought } from '../attempts/failover.ts'
import { followingOf, takeBarredToNext, takeToNext } from '../attempts/take-to-next.ts'
import { contradictAnother } from '../contradictions/contradiction.ts'
import { idOfAnother, ofAnother } from '../contradictions/whose-report.ts'
import { cancelOnce } from '../outbox/cancellation.ts'
import type { Found, PaymentOutcome } from '../outbox/found.ts'
import { pauseAfterUnknown, pauseUntilSent, pauseWhileUnderWay } from '../outbox/job-pauses.ts'
import { isSafeTwice, type Operation, orderKind } from '../outbox/operation.ts'
import { holdTry, type PaymentJob } from '../outbox/outbox.ts'
import { isSettled, isSuperseded, type LockedSubject, lockSubject } from '../outbox/subject.ts'
import { applyOutcome } from '../outcome/apply-outcome.ts'
import { changeRefund } from '../outcome/change-refund.ts'
import { changeTransaction } from '../outcome/change-transaction.ts'
import { endWaiting } from '../returns/end-waiting.ts'
import { abandon } from './abandon.ts'
import { canBeAskedFor, isFruitless, mostAway_ms } from './next-step.ts'
import type { Answer, Tried, Written } from './written.ts'

/** After this many tries without an answer, the status of the operation becomes UNKNOWN. */
const triesUntilUnknown = 4
/** A payer waits for a payment no longer than this. Captures, refunds and answers are tried until they are sent. */
const mostUnsent_ms = 600_000

/** Writes down what a try brought, and says how it goes on. The job itself is not changed here. */
export async function writeDown(trx: Trx, tried: Tried, now: Date): Promise<Written> {
  const { job, gateway, answer } = tried
  // What follows a resumption locks its payment, which comes before the job.
  if (answer === undefined && job.topic === 'processor.resume') await lockSubject(trx, job)
  if (answer === undefined) return { result: { done: true, note: 'settled by notification' } }
  const subject = await lockSubject(trx, job)
  if (!subject) throw new Error(`job ${job.id} is of something that does not exist`)
  const isOver = answer instanceof NotSent && isGivenUp(job, now) && (await holdTry(trx, job))
  const given = isOver ? givenUp : isUnfound(job, gateway, answer, now) ? unfound : refusedOnlyNow(job, answer)
  const elsewhere = await goElsewhere(trx, tried, subject, given, now)
  if (elsewhere) return elsewhere
  const overdue_at = overdueAt(job, gateway, subject.transaction.payment_product)
  if (given instanceof OutcomeUnknown) {
    if (job.attempts >= triesUntilUnknown) await markUnknown(trx, subject)
    const note = `unknown: ${given.message}`
    return { result: { done: false, note, retry_in_ms: pauseAfterUnknown(job), overdue_at, ...keptIn(job, given) } }
  }
  if (given instanceof NotSent) return { result: { ...notSent(job, given, now), overdue_at } }
  if ('do' in given) {
    if (given.do === 'wait') {
      const { retry_in_ms: most, isAskedFor } = given
      const soonest = most === 'never' ? Number.POSITIVE_INFINITY : most
      const retry_in_ms = isAskedFor ? Math.min(pauseWhileUnderWay(job), soonest) : most
      return { result: { done: false, note: 'waits', retry_in_ms, overdue_at } }
    }
    if (given.do === 'bar')
      return { result: { done: false, note: 'not known there', retry_in_ms: pauseAfterUnknown(job), overdue_at } }
    if (given.do === 'abandon') return abandon(trx, tried, subject, { now, overdue_at, payable: given.payable })
    // The payment waits for what its payer brings next.
    if (given.do === 'end') return { result: { done: true, note: `of no use: ${given.why}` } }
    await markUnknown(trx, subject)
    if ((await cancelParked(trx, job, subject, gateway, now)) === 'later') {
      const note = 'another attempt is being cancelled'
      return { result: { done: false, note, retry_in_ms: pauseWhileUnderWay(job), overdue_at } }
    }
    const note = `parked: ${given.why}`
    const gains = { knowing: gateway.manifest.knowing[orderKind(job)], canFind: gateway.find !== undefined }
    const retry_in_ms = canBeAskedFor(gains) ? pauseWhileUnderWay(job) : 'never'
    return { result: { done: false, note, retry_in_ms, parked: given.why } }
  }
  const note = given.outcome.status
  // The payer may still have to go on at his bank.
  if (job.topic === 'processor.resume' && note === 'PENDING') return { result: { done: true, note } }
  const another = await idOfAnother(trx, subject, given)
  if (another !== undefined) {
    const contradiction = await contradictAnother(trx, subject, { ...given, another }, undefined, now)
    // A cancellation released the other one, and a resumption brought the other one back.
    const done = job.topic === 'processor.cancel_reference' || job.topic === 'processor.resume' || isSettled(subject)
    return {
      result: { done, note: ofAnother(another), retry_in_ms: pauseWhileUnderWay(job), overdue_at },
      contradiction,
    }
  }
  const applied = await applyOutcome(trx, subject, given, now)
  const { contradiction } = applied
  // Orders that waited for a resumption end after it.
  if (job.topic !== 'processor.resume') await endWaiting(trx, subject, given)
  // What follows is the authorization's, which waits for it.
  if (applied.isOver || job.topic === 'processor.resume') return { result: { done: true, note }, contradiction }
  // A gateway that cannot be asked brings the outcome by itself. Of a payer who never comes back it may have none.
  const without =
    given.outcome.status === 'ACTION_REQUIRED' ? mostAway_ms(subject.transaction.payment_product) : 'never'
  const retry_in_ms = gateway.find ? pauseWhileUnderWay(job) : without
  return { result: { done: false, note, retry_in_ms, overdue_at, acknowledged: true } }
}

/** The marks for the tries to come after a failure that the processor repeats. */
export const keptIn = (job: Pick<Operation, 'topic'>, given: OutcomeUnknown) =>
  given instanceof FailureKept && (isSafeTwice(job) ? { keySpent: true } : { failureKept: true })

/** Takes the payment to its second processor, or does what has to come before. Undefined: it stays, and the answer counts. */
async function goElsewhere(
  trx: Trx,
  { job, gateway, masterKey, isAwaited }: Tried,
  subject: LockedSubject,
  given: NonNullable<Answer>,
  now: Date,
): Promise<Written | undefined> {
  const { transaction } = subject
  if (subject.kind !== 'payment') return undefined
  if (job.topic === 'processor.cancel_reference' && 'outcome' in given) {
    const next = await takeBarredToNext(trx, masterKey, subject, given, now)
    return next && { result: { done: true, note: given.outcome.status }, next }
  }
  if (job.topic !== 'processor.authorize' || isSuperseded(subject)) return undefined
  const following = followingOf(broughtBy(given), { job, gateway, transaction, isAwaited }, now)
  if (following === 'second') {
    const outcome = given instanceof NotSent ? givenUp.outcome : 'outcome' in given ? ofPayment(given) : undefined
    const next = outcome && (await takeToNext(trx, masterKey, subject.transaction, { job, outcome }, now))
    return next && { result: { done: true, note: 'went on to another processor' }, next }
  }
  if (following !== 'bar' || !(await holdTry(trx, job))) return undefined
  const next = await cancelOnce(trx, job, now, { bars_later: true })
  if (typeof next === 'string') return undefined
  return {
    result: { done: false, note: 'not known there: cancelled first', retry_in_ms: pauseAfterUnknown(job) },
    next,
  }
}

function broughtBy(given: NonNullable<Answer>): Brought {
  if (given instanceof NotSent) return 'not_sent'
  if (given instanceof OutcomeUnknown) return 'else'
  if ('do' in given) return given.do === 'bar' ? 'unseen' : 'else'
  return given.kind === 'payment' && ownRefusal(given.outcome) !== undefined ? 'refused' : 'else'
}

const ofPayment = (found: Found): PaymentOutcome | undefined => (found.kind === 'payment' ? found.outcome : undefined)

/**
 * A refusal that says nothing about earlier tries, such as a key that is no longer known: the order may have been carried out
 * before, so its outcome stays open.
 */
function refusedOnlyNow(job: PaymentJob, answer: NonNullable<Answer>): NonNullable<Answer> {
  const isOfThisTry = 'outcome' in answer && 'elsewhere' in answer.outcome && answer.outcome.elsewhere === true
  // A payer who came back was sent away by an order that had begun.
  return isOfThisTry && (job.uncertain || job.topic === 'processor.resume')
    ? new OutcomeUnknown(`refused after an earlier try: ${answer.outcome.status}`)
    : answer
}

/** From then on a person looks for the outcome. */
function overdueAt(job: PaymentJob, { manifest }: Gateway, product: string): Date {
  const kind = orderKind(job)
  // The cast is safe: a product that the manifest does not have is undefined.
  const longer = kind === 'authorize' ? manifest.products[product as PaymentProduct]?.overdue_h : undefined
  return new Date(Date.parse(job.created_at) + (longer ?? manifest.knowing[kind].overdue_h) * 3_600_000)
}

const unsentFor_ms = (job: PaymentJob, now: Date) => now.getTime() - Date.parse(job.created_at)

/** True: the payment was never sent, and another processor may take it now. */
const isGivenUp = (job: PaymentJob, now: Date): boolean =>
  job.topic === 'processor.authorize' && !job.uncertain && unsentFor_ms(job, now) >= mostUnsent_ms

/** Nothing was begun, so that another processor may take the payment. */
export const givenUp = {
  kind: 'payment',
  outcome: { status: 'FAILED', reason: 'not_sent', elsewhere: true, processor_id_external: '' },
} as const satisfies Found

/** True: the gateway has not found what it was to cancel, and has had the time for it. */
const isUnfound = (job: PaymentJob, { manifest }: Gateway, answer: Answer, now: Date): boolean =>
  answer instanceof NotFoundYet &&
  job.topic === 'processor.cancel_reference' &&
  isFruitless(new Date(job.created_at), manifest.knowing.cancel_reference, now)

/** A cancellation that nothing was found for decides nothing (docs/adr/0091): the payment stays parked. */
const unfound = {
  kind: 'payment',
  outcome: { status: 'FAILED', reason: 'unknown_payment', processor_id_external: '' },
} as const satisfies Found

/** The job is as it was before this try. */
function notSent(job: PaymentJob, { message, retry_after_ms }: NotSent, now: Date) {
  const pause_ms = pauseUntilSent(job, retry_after_ms)
  const left_ms = Math.max(mostUnsent_ms - unsentFor_ms(job, now), 0)
  const isAwaited = job.topic === 'processor.authorize' && !job.uncertain
  const retry_in_ms = isAwaited ? Math.min(pause_ms, left_ms) : pause_ms
  const { uncertain, first_sent_at } = job
  return { done: false as const, note: `not sent: ${message}`, retry_in_ms, notSent: { uncertain, first_sent_at } }
}

/**
 * A payment of which nothing more is learnt is cancelled where the gateway can, once: a refusal is for a person. The outcome of a
 * resumption is that of its authorization, which is what is cancelled. `later`: it is parked when another attempt is cancelled, since
 * nobody orders its cancellation afterwards.
 */
async function cancelParked(
  trx: Trx,
  job: PaymentJob,
  { operation }: LockedSubject,
  { cancelReference }: Gateway,
  now: Date,
): Promise<'later' | undefined> {
  if (operation.topic !== 'processor.authorize' || !cancelReference || !(await holdTry(trx, job))) return undefined
  return (await cancelOnce(trx, operation, now)) === 'later' ? 'later' : undefined
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
