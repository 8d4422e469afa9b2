import {
  type CancelReferenceRequest,
  type Connection,
  type FollowUpRequest,
  NotAnswerable,
  type NotDone,
  NotFoundYet,
  type Outcome,
  OutcomeUnknown,
  QuestionRefused,
  type Report,
} from '../gateway.ts'
import { theirMoney } from '../reading/gateway-money.ts'
import { mollieManifest } from './mollie.manifest.ts'
import { call, idIn, isDuplicateRefund, isGone, refusalOf } from './mollie-call.ts'
import { find, findPayment, getPayment } from './mollie-find.ts'
import { isOurs, type Payment, readPart, readPayment } from './mollie-replies.ts'
import { captureReport, endOf, refundReport } from './mollie-reports.ts'

type Basics = Omit<Report, 'outcome'> & { reference: string }

const basicsOf = (operation: Report['operation'], { reference, payment_id, amount, currency_code }: FollowUpRequest) =>
  ({ reference, operation, id: '', payment_id, money: { amount, currency_code } }) satisfies Basics

/** A capture or a refund, of which Mollie makes an object of its own under the payment. */
export async function takePart(
  connection: Connection,
  operation: 'capture' | 'refund',
  request: FollowUpRequest,
): Promise<Report> {
  const { reference, payment_id } = request
  const basics = basicsOf(operation, request)
  const amount = theirMoney(mollieManifest.money, request)
  if (!amount) return { ...basics, outcome: { is: 'not_done', by: 'gateway', reason: 'amount_not_possible' } }
  const body = { amount: { currency: amount.currency, value: amount.decimal }, metadata: { kontor: reference } }
  const path = `/payments/${idIn(payment_id)}/${operation}s`
  const reply = await call(connection, { path, body, key: reference })
  if (operation === 'refund' && isDuplicateRefund(reply)) return duplicate(connection, basics)
  const refused = refusalOf(reply)
  // A payment that is not to be seen says nothing of a try with another key.
  if (refused) return { ...basics, outcome: isGone(reply) ? { ...refused, elsewhere: true } : refused }
  const part = readPart(reply.body)
  isOurs(part, request)
  return operation === 'capture' ? captureReport(part, payment_id) : refundReport(part, payment_id)
}

/** The equal refund may be this one, from a try whose key was forgotten, or another of the same amount. */
async function duplicate(connection: Connection, basics: Basics): Promise<Report> {
  const { reference, payment_id } = basics
  const found = await find(connection, { reference, payment_id, operation: 'refund' })
  return found === 'unseen'
    ? { ...basics, outcome: { is: 'not_done', by: 'gateway', reason: 'not_possible_now' } }
    : found
}

export async function voidPayment(connection: Connection, request: FollowUpRequest): Promise<Report> {
  const payment = await asked(() => getPayment(connection, request.payment_id))
  return { ...basicsOf('void', request), outcome: await end(connection, payment, request.reference) }
}

/** Ends a payment that is found by its reference. One that has not arrived by now cannot be ended beforehand. */
export async function cancelReference(connection: Connection, request: CancelReferenceRequest): Promise<Report> {
  const payment = await asked(() => findPayment(connection, { reference: request.of })).catch((error: unknown) => {
    // Nothing was sent, and a later question may find it.
    if (error instanceof NotAnswerable) throw new NotFoundYet(error.message, { retry_after_ms: 60_000 })
    throw error
  })
  const payment_id = payment && 'id' in payment ? payment.id : ''
  const basics = basicsOf('cancel_reference', { ...request, payment_id })
  return { ...basics, outcome: await end(connection, payment, request.reference) }
}

/** What is asked before anything is sent: a refused question is an order that was not begun. */
async function asked(question: () => Promise<Payment | undefined>): Promise<Payment | NotDone | undefined> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof QuestionRefused) return error.outcome
    throw error
  }
}

/** A hold is released, and what nobody has paid yet is cancelled. Neither moves money, so both may be sent again. */
async function end(
  connection: Connection,
  payment: Payment | NotDone | undefined,
  reference: string,
): Promise<Outcome> {
  if (!payment) return { is: 'not_done', by: 'gateway', reason: 'unknown_payment' }
  if ('is' in payment) return payment
  const ended = endOf(payment)
  if (ended) return ended
  const at = `/payments/${idIn(payment.id)}`
  if (payment.status === 'authorized') {
    const reply = await call(connection, { path: `${at}/release-authorization`, key: reference })
    const refused = refusalOf(reply)
    if (refused) return refused
    // Any other word is not Mollie's.
    if (reply.status !== 202) throw new OutcomeUnknown(`a release with the status ${reply.status}`)
    // Whether the bank releases it shows in the payment's status.
    return { is: 'later' }
  }
  if (!payment.isCancelable) return { is: 'not_done', by: 'gateway', reason: 'not_possible_now' }
  const reply = await call(connection, { method: 'DELETE', path: at })
  if (isGone(reply)) throw new OutcomeUnknown('the payment is gone')
  return refusalOf(reply) ?? endOf(readPayment(connection, reply.body)) ?? { is: 'later' }
}
