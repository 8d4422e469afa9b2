import { type Connection, OutcomeUnknown, type Report, type ReportedChargeback, type Told } from '../gateway.ts'
import { readable } from '../http.ts'
import { getPayment, longestEmbedded } from './mollie-find.ts'
import {
  type Chargeback,
  chargebacksOf,
  hasNotes,
  moneyIn,
  type Payment,
  partsOf,
  referenceIn,
  type Unread,
} from './mollie-replies.ts'
import { captureReport, paymentReport, refundReport } from './mollie-reports.ts'

/** What Mollie knows of a payment. One without our reference was made at Mollie itself, and nothing of it is ours. */
export async function news(connection: Connection, payment_id: string): Promise<Told[] | 'unseen'> {
  const payment = await getPayment(connection, payment_id)
  if (!payment) return 'unseen'
  // It told our own address, so it may be ours.
  if (!hasNotes(payment)) throw new OutcomeUnknown('the payment does not say whose it is')
  return toldOf(connection, payment)
}

/** The same of a payment that was read already, with its parts. */
export async function toldOf(connection: Connection, payment: Payment): Promise<Told[]> {
  const reference = referenceIn(payment)
  if (reference === undefined) return []
  const [captures, refunds] = [partsOf(payment, 'captures'), partsOf(payment, 'refunds')]
  const chargebacks = chargebacksOf(payment)
  for (const { read, unread } of [captures, refunds, chargebacks])
    if (read.length + unread.length >= longestEmbedded) throw new OutcomeUnknown('there is more than was shown')
  const of = (external: string) => ({ reference, external })
  const ofUnread = (what: string, unread: readonly Unread[]) =>
    unread.map(({ id }): Told => ({ about: 'unknown', type: `${what} in a form that is not known`, ...of(id ?? '') }))
  return [
    told(await paymentReport(connection, payment), reference),
    ...captures.read.flatMap((capture) =>
      readable('a capture', of(capture.id), () => [told(captureReport(capture, payment.id), reference)]),
    ),
    ...refunds.read.flatMap((refund) =>
      readable('a refund', of(refund.id), () => [told(refundReport(refund, payment.id), reference)]),
    ),
    ...chargebacks.read.flatMap((chargeback) =>
      readable('a chargeback', of(chargeback.id), () => [
        { about: 'chargeback', chargeback: chargebackOf(chargeback, reference) },
      ]),
    ),
    ...ofUnread('a capture', captures.unread),
    ...ofUnread('a refund', refunds.unread),
    ...ofUnread('a chargeback', chargebacks.unread),
  ]
}

/** What somebody did at Mollie itself is for a person, at its payment. */
function told({ reference, ...report }: Report, payment: string): Told {
  if (reference !== undefined) return { about: 'operation', report: { ...report, reference } }
  const type = `a ${report.operation} that Kontor did not order`
  const of = { reference: payment, external: report.id }
  return { about: 'unknown', type, ...of, ...(report.money && { money: report.money }) }
}

/** Mollie takes no answer. It says only whether the money came back. */
const chargebackOf = (chargeback: Chargeback, reference: string): ReportedChargeback => ({
  ...{ id: chargeback.id, reference, money: moneyIn(chargeback), status: chargeback.reversedAt ? 'WON' : 'OPEN' },
  reason: chargeback.reason?.description ?? 'chargeback',
  reason_code: chargeback.reason?.code ?? '',
})
