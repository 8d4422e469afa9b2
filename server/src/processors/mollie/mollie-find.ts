import { instantOf } from '../../platform/db/ids.ts'
import {
  type Connection,
  NotAnswerable,
  OutcomeUnknown,
  QuestionRefused,
  type Report,
  type Sought,
} from '../gateway.ts'
import { ask, idIn, isGone, refusalOf } from './mollie-call.ts'
import {
  hasNotes,
  type Listed,
  noteOf,
  type Part,
  type Parts,
  type Payment,
  partsOf,
  readList,
  readPayment,
  referenceIn,
} from './mollie-replies.ts'
import { captureReport, endOf, paymentReport, refundReport } from './mollie-reports.ts'

/** Finds the outcome of an order. */
export async function find(connection: Connection, sought: Sought): Promise<Report | 'unseen'> {
  const { operation, reference, payment_id } = sought
  if (operation === 'authorize') {
    const payment = await findPayment(connection, sought)
    return payment ? paymentReport(connection, payment) : 'unseen'
  }
  if (payment_id === undefined) throw new OutcomeUnknown('the payment has to be known')
  const payment = await getPayment(connection, payment_id)
  // We know that it exists: the key is of another account or mode, and says nothing of an order under it.
  if (!payment) throw new NotAnswerable('the payment is not to be seen')
  switch (operation) {
    case 'capture': {
      const capture = ofReference(partsOf(payment, 'captures'), reference)
      return capture ? captureReport(capture, payment.id) : 'unseen'
    }
    case 'refund': {
      const refund = ofReference(partsOf(payment, 'refunds'), reference)
      return refund ? refundReport(refund, payment.id) : 'unseen'
    }
    case 'void':
    case 'cancel_reference':
      return {
        operation,
        reference,
        id: payment.id,
        payment_id: payment.id,
        outcome: endOf(payment) ?? { is: 'later' },
      }
    default:
      throw new OutcomeUnknown(`nothing is known of ${operation}`)
  }
}

/** A list of this length may be a part of a longer one. */
export const longestEmbedded = 50

function ofReference({ read, unread }: Parts<Part>, reference: string): Part | undefined {
  const part = read.find((each) => referenceIn(each) === reference)
  if (part) return part
  if (unread.some((each) => referenceIn(each) === reference))
    throw new OutcomeUnknown('it is there, in a form that is not known')
  if (read.length + unread.length >= longestEmbedded) throw new NotAnswerable('there is more than was shown')
  // It may be what is sought, and then a person looks.
  if (![...read, ...unread].every(hasNotes)) throw new NotAnswerable('one of them does not say whose it is')
  return undefined
}

/** Undefined: the account does not have it. */
export async function getPayment(connection: Connection, payment_id: string): Promise<Payment | undefined> {
  const reply = await ask(connection, `/payments/${idIn(payment_id)}?embed=captures,refunds,chargebacks`)
  if (isGone(reply)) return undefined
  const refused = refusalOf(reply)
  if (refused) throw new QuestionRefused(refused)
  const payment = readPayment(connection, reply.body)
  if (payment.id !== payment_id) throw new OutcomeUnknown('the reply is about another payment')
  return payment
}

/** The payment of a reference. An id alone does not show that it is ours. */
export async function findPayment(
  connection: Connection,
  { reference, payment_id }: { reference: string; payment_id?: string },
): Promise<Payment | undefined> {
  const known = payment_id ? await getPayment(connection, payment_id) : undefined
  return known && referenceIn(known) === reference ? known : searchPayment(connection, reference)
}

/** True: it tells our own address what becomes of it, or does not say whose it is, and not which of our payments it is. */
function maybeOurs({ notification_url }: Connection, payment: Listed | undefined): boolean {
  if (!payment) return true
  if (referenceIn(payment) !== undefined) return false
  const { metadata, webhookUrl = null } = payment
  return webhookUrl === null ? metadata === undefined : webhookUrl === notification_url
}

const pageLength = 250
/** More would take longer than a job may. */
const mostPages = 3
/** Our clock and Mollie's. */
const clocksDiffer_ms = 3_600_000

/** Mollie has no search, and its list has the newest first. It is read until what is older than the order. */
async function searchPayment(connection: Connection, reference: string): Promise<Payment | undefined> {
  const ordered = Date.parse(instantOf(reference) ?? '')
  let from = ''
  let isSilent = false
  for (let read = 0; read < mostPages; read++) {
    const path = `/payments?limit=${pageLength}&sort=desc${from}`
    const reply = await ask(connection, path, (body) => noteOf(body, reference))
    const refused = refusalOf(reply)
    if (refused) throw new QuestionRefused(refused)
    const { payments, next } = readList(reply.body)
    const found = payments.find((each) => each && referenceIn(each) === reference)
    if (found) return readPayment(connection, found)
    isSilent ||= payments.some((each) => maybeOurs(connection, each))
    const oldest = Date.parse(payments.at(-1)?.createdAt ?? '')
    if (next === undefined || oldest < ordered - clocksDiffer_ms) {
      if (isSilent) throw new NotAnswerable('a payment of ours does not say which')
      return undefined
    }
    from = `&from=${idIn(next)}`
  }
  // What lies further back was not looked at, so nothing can be said.
  throw new NotAnswerable('there are too many payments to look through')
}
