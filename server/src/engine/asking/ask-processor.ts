import type { TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import type { AskMiddleware } from '../../middleware/ask-middleware.ts'
import type { AuditTrail } from '../../platform/audit-trail/audit-trail.ts'
import type { Databases } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Connected, GatewaySettings } from '../../processors/connections.ts'
import { NotAnswerable, NotSent, OfAnotherPayment, OutcomeUnknown, type Report } from '../../processors/gateway.ts'
import type { Contradiction } from '../contradictions/contradiction.ts'
import { isAbout } from '../contradictions/whose-report.ts'
import { type Found, foundIn } from '../outbox/found.ts'
import { orderKind } from '../outbox/operation.ts'
import { lookingUp } from '../outbox/record-calls.ts'
import { isSuperseded, type Subject } from '../outbox/subject.ts'
import { payerGone } from '../records/payer-gone.ts'
import { nextStep, type Sent, type Step, staysAway, stepByKey } from './next-step.ts'
import { type Order, sendOrder } from './order.ts'

/** The services that every job to a processor needs. */
export interface Asking {
  databases: Databases
  gateways: GatewaySettings
  askMiddleware: AskMiddleware
  /** Absent: exchanges leave no trail. */
  auditTrail?: AuditTrail
  clock: Clock
  /** The address of Kontor for browsers. */
  publicUrl: string
  /** Tells people that a processor took money after it had refused the payment. */
  onContradiction: (contradiction: Contradiction) => void
}

export type Question = Connected & {
  subject: Subject
  /** The order as every try sends it. */
  order: Order
  /** The key, where it is another one than the reference. */
  keyed: { key?: string }
  sent: Sent
  /**
   * What is done instead of sending a payment's order again. `wait`: a cancellation of it is under way, whose outcome counts. `bar`:
   * the processor cancels it, so that another one may be asked.
   */
  insteadOfAgain?: { do: 'wait'; retry_in_ms: number } | { do: 'bar' } | undefined
}

/**
 * Nothing was learnt: the job waits, nothing is sent any more, its payer stays away, or the order was of no use. `payable`: the
 * processor has just said that the payer can still pay, when the payment had this status.
 */
export type Silence =
  | Extract<Step, { do: 'wait' | 'park' }>
  | { do: 'abandon'; payable?: TransactionStatus }
  | { do: 'end'; why: string }
  | { do: 'bar' }

/**
 * Asks the processor about the order, or sends it, as far as the rule of `nextStep` allows. Every try uses the same reference and
 * the same request, so that the order is carried out once.
 */
export async function askProcessor(question: Question, now: Date): Promise<Found | Silence> {
  const { subject, gateway, connection, order, keyed, sent, insteadOfAgain } = question
  if (insteadOfAgain?.do === 'wait') return insteadOfAgain
  const knowing = gateway.manifest.knowing[orderKind(subject.operation)]
  const { timeout_ms } = connection
  const gains = { knowing, canFind: gateway.find !== undefined, isAwaited: isAwaited(order), timeout_ms }
  let step = nextStep(sent, gains, now)
  if (step.do === 'ask') {
    const found = await find(question).catch(unanswerable)
    // An order that the processor has is not sent again.
    if (found instanceof NotAnswerable && (sent.isAcknowledged || sent.isParked)) throw found
    if (found instanceof NotAnswerable) step = stepByKey(sent, gains, now)
    else {
      // A payment that waits for its payer is not kept open by that for ever.
      if (found && awaitsPayer(found) && staysAway(sent, now))
        return { do: 'abandon', payable: subject.transaction.status }
      // It was not resumed.
      const isStillWaiting = order.to === 'resume' && found?.outcome.status === 'ACTION_REQUIRED'
      if (found && !isStillWaiting) return found
      step = step.unseen
    }
    if (step.do === 'send' && insteadOfAgain) return insteadOfAgain
  }
  if (step.do === 'give_up') return tooLate
  if (step.do === 'hold') throw new OutcomeUnknown('it would only be answered with the same failure')
  if (step.do !== 'send') return step
  const report = await sendOrder(gateway, connection, order, keyed).catch((error) => ofAnotherPayment(error, order))
  if ('do' in report) return report
  if (order.to === 'resume') {
    const why = uselessness(report, subject)
    if (why !== undefined) return { do: 'end', why }
  }
  return about(foundIn(report), subject)
}

/**
 * Why what the payer brought back resumes nothing: it was refused without a decision, or belongs to another payment. Undefined: it
 * may resume this one. A credential that is refused says nothing of it.
 */
function uselessness({ reference, outcome }: Report, { operation }: Subject): string | undefined {
  if (reference !== undefined && reference !== operation.id) return 'the reply is about another payment'
  const isRefused = outcome.is === 'not_done' && outcome.elsewhere === true && outcome.by !== 'configuration'
  return isRefused ? outcome.reason : undefined
}

/** True: a payer waits for the payment. */
export const isAwaited = (order: Order): boolean =>
  order.to === 'authorize' && (order.request.initiative ?? 'payer') === 'payer'

/** True: nothing becomes of the payment before its payer goes on. */
const awaitsPayer = ({ outcome }: Found): boolean =>
  outcome.status === 'ACTION_REQUIRED' || ('awaits_payer' in outcome && outcome.awaits_payer === true)

/** Nobody else is asked either: the payer has left. */
const tooLate = {
  kind: 'payment',
  outcome: { status: 'FAILED', reason: payerGone, processor_id_external: '' },
} as const satisfies Found

function about(found: Found, subject: Subject): Found {
  if (!isAbout(found, subject)) throw new OutcomeUnknown('the reply is about another operation')
  return found
}

/** What a payer brought back may be of another payment. Of any other order, such a reply says nothing of what became of it. */
function ofAnotherPayment(error: unknown, { to }: Order): Silence {
  if (error instanceof OfAnotherPayment && to === 'resume') return { do: 'end', why: error.message }
  throw error
}

function unanswerable(error: unknown): NotAnswerable {
  if (error instanceof NotAnswerable) return error
  throw error
}

/** Undefined: the processor does not know the order. */
async function find({ subject, gateway, connection }: Question): Promise<Found | undefined> {
  const { operation, transaction } = subject
  // The payment's id is that of its present processor.
  const payment_id = isSuperseded(subject) ? null : transaction.processor_id_external
  const sought = {
    reference: operation.id,
    operation: orderKind(operation),
    ...(payment_id !== null && { payment_id }),
  }
  const report = await gateway.find?.(lookingUp(connection), sought).catch(unanswered)
  if (report === undefined || report === 'unseen') return undefined
  return about(foundIn(report), subject)
}

/** A question that was not sent says nothing about the order. */
function unanswered(error: unknown): never {
  throw error instanceof NotSent ? new OutcomeUnknown(error.message, { cause: error }) : error
}
