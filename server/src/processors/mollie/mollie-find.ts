import { instantOf } from '../../platform/db/ids.ts'
import { type Connection, OutcomeUnknown, type Report, type Sought } from '../gateway.ts'
import { ask, idIn, isGone, QuestionRefused, refusalOf } from './mollie-call.ts'
import { hasNotes, type Part, type Payment, partsOf, readList, readPayment, referenceIn } from './mollie-replies.ts'
import { captureReport, endOf, paymentReport, refundReport } from './mollie-reports.ts'

/** What became of an order. A payment of another account or mode is as unseen as one that does not exist. */
export async function find(connection: Connection, sought: Sought): Promise<Report | 'unseen'> {
  const { operation, reference, payment_id } = sought
  if (operation === 'authorize') {
    const payment = await findPayment(connection, sought)
    return payment ? paymentReport(connection, payment) : 'unseen'
  }
  if (payment_id === undefined) throw new OutcomeUnknown('the payment has to be known')
  const payment = await getPayment(connection, payment_id)
  if (!payment) return 'unseen'
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

function ofReference(parts: readonly Part[], reference: string): Part | undefined {
  const part = parts.find((each) => referenceIn(each) === reference)
  if (!part && parts.length >= longestEmbedded) throw new OutcomeUnknown('there is more than was shown')
  // It may be what is sought, and then a person looks.
  if (!part && !parts.every(hasNotes)) throw new OutcomeUnknown('one of them does not say whose it is')
  return part
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

/** True: it tells our own address what becomes of it, and does not say which of our payments it is. */
const isOursInSilence = ({ notification_url }: Connection, payment: Payment): boolean =>
  notification_url !== undefined && payment.webhookUrl === notification_url && referenceIn(payment) === undefined

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
    const reply = await ask(connection, `/payments?limit=${pageLength}&sort=desc${from}`)
    const refused = refusalOf(reply)
    if (refused) throw new QuestionRefused(refused)
    const { payments, next } = readList(reply.body)
    const found = payments.find((each) => referenceIn(each) === reference)
    if (found) return readPayment(connection, found)
    isSilent ||= payments.some((each) => isOursInSilence(connection, each))
    const oldest = Date.parse(payments.at(-1)?.createdAt ?? '')
    if (next === undefined || oldest < ordered - clocksDiffer_ms) {
      if (isSilent) throw new OutcomeUnknown('a payment of ours does not say which')
      return undefined
    }
    from = `&from=${idIn(next)}`
  }
  // What lies further back was not looked at, so nothing can be said.
  throw new OutcomeUnknown('there are too many payments to look through')
}
