import {
  type Connection,
  OutcomeUnknown,
  QuestionRefused,
  type Report,
  type ReportedChargeback,
  type Told,
} from '../gateway.ts'
import { readable } from '../http.ts'
import { lastWholeDay } from '../reading/last-whole-day.ts'
import { disputesOf, paymentById, refundsOf } from './find.ts'
import {
  authorizationOf,
  captureOf,
  type Dispute,
  moneyOf,
  OURS,
  type Payment,
  type Refund,
  refundOf,
} from './objects.ts'
import { disputeStatuses } from './words.ts'

/** What Stripe knows of a payment. One without our reference was made at Stripe itself, and nothing of it is ours. */
export async function news(connection: Connection, payment_id: string): Promise<Told[] | 'unseen'> {
  const payment = await paymentById(connection, payment_id).catch(whenMissing)
  if (!payment) return 'unseen'
  if (!payment.metadata[OURS]) return []
  return toldOf(payment, {
    refunds: await refundsOf(connection, payment_id),
    disputes: await disputesOf(connection, payment_id),
  })
}

/** The same of what was read already. */
export function toldOf(
  payment: Payment,
  { refunds, disputes }: { refunds: readonly Refund[]; disputes: readonly Dispute[] },
): Told[] {
  const reference = payment.metadata[OURS]
  if (!reference) return []
  return [
    ...readable('a payment', { reference }, () => reportsOf(payment).map(told)),
    ...refunds.flatMap((refund) =>
      readable('a refund', { reference, external: refund.id }, () => [
        toldRefund(refundOf(refund, payment.id), reference),
      ]),
    ),
    ...disputes.flatMap((dispute) =>
      readable('a dispute', { reference, external: dispute.id }, () => toldDispute(dispute, reference)),
    ),
  ]
}

function whenMissing(error: unknown): undefined {
  if (error instanceof QuestionRefused && error.outcome.reason === 'resource_missing') return undefined
  throw error
}

/** A payment whose money came back says no more than that. */
function reportsOf(payment: Payment): Report[] {
  const { id, amount, currency, latest_charge: charge } = payment
  if (charge && typeof charge === 'object' && charge.failure_balance_transaction) {
    const outcome = { is: 'undone', reason: charge.failure_code || 'charge_failed' } as const
    const of = { ...{ id, payment_id: id, money: moneyOf(amount, currency) }, reference: payment.metadata[OURS] ?? '' }
    return [{ ...of, operation: 'authorize', outcome }]
  }
  const capture = captureOf(payment)
  return [authorizationOf(payment), ...(capture ? [capture] : [])]
}

const told = ({ reference = '', ...report }: Report): Told => ({ about: 'operation', report: { ...report, reference } })

/** A refund that somebody made at Stripe itself is for a person. */
const toldRefund = (refund: Report, reference: string): Told =>
  refund.reference === undefined
    ? {
        about: 'unknown',
        type: 'a refund that Kontor did not order',
        ...{ reference, external: refund.id },
        ...(refund.money && { money: refund.money }),
      }
    : told(refund)

/** Each dispute of which a person is told is a word of its own, so that the next one is not taken for a repetition. */
function toldDispute(dispute: Dispute, reference: string): Told[] {
  const { id, amount, currency } = dispute
  const meaning = disputeStatuses[dispute.status]
  switch (meaning) {
    case undefined:
      throw new OutcomeUnknown(`a dispute is ${dispute.status}`)
    case 'nothing':
      return []
    case 'inquiry':
    case 'person': {
      const type = meaning === 'inquiry' ? `an inquiry without money: ${id}` : `a dispute is ${dispute.status}: ${id}`
      return [{ about: 'unknown', type, reference, external: id, money: moneyOf(amount, currency) }]
    }
    case 'inquiry_over':
      return [{ about: 'chargeback', chargeback: { ...chargebackOf(dispute, 'WON', reference), opens: false } }]
    default:
      return [{ about: 'chargeback', chargeback: chargebackOf(dispute, meaning, reference) }]
  }
}

function chargebackOf(
  { id, amount, currency, reason, network_reason_code, evidence_details }: Dispute,
  meaning: 'open' | 'IN_DISPUTE' | 'WON' | 'LOST',
  reference: string,
): ReportedChargeback {
  const due = meaning === 'open' ? evidence_details?.due_by : undefined
  const respond_by = due ? lastWholeDay(due * 1_000) : undefined
  return {
    ...{ id, reference, money: moneyOf(amount, currency), reason, reason_code: network_reason_code || reason },
    status: meaning === 'open' ? 'OPEN' : meaning,
    ...(respond_by && { respond_by }),
  }
}
