import { type Learnt, type Money, OutcomeUnknown, type Report } from '../../processors/gateway.ts'

/** The engine's words for what a gateway says: the statuses that the rows will have. */

export type PaymentOutcome = Learnt & {
  processor_id_external: string
  /** The gateway's id of the capture; absent in reports of other orders. */
  capture_id_external?: string
} & (
    | {
        status: 'AUTHORIZED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED' | 'AUTHORIZATION_VOIDED'
        /** True: AUTHORIZED, or taken where the order says so. */
        as_ordered?: true
      }
    | {
        status: 'PENDING'
        /** True: nothing goes on before the payer does. */
        awaits_payer?: true
      }
    | {
        status: 'ACTION_REQUIRED'
        redirect_url: string
        /** The payer's browser sends them to `redirect_url` as a form. */
        fields?: Readonly<Record<string, string>>
        /** The same with its address, sealed: `redirect_url` is then our own. */
        redirect_sealed?: Buffer
      }
    | ({ status: Refusal } & Refused)
  )

/** The statuses with which a processor says that it did not carry out an order. */
export const refusals = ['DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED'] as const
type Refusal = (typeof refusals)[number]
export const refusalOf = (status: string): Refusal | undefined => refusals.find((each) => each === status)

interface Refused {
  reason: string
  /** True: nothing was begun, and another processor may do it. */
  elsewhere?: true
  /** True: it had been done before. */
  undone?: true
  /** True: it may have been done before it failed, which we know and the processor does not say. */
  maybe_undone?: true
}

export type RefundOutcome = { processor_id_external: string } & (
  | { status: 'PROCESSED' | 'PENDING' }
  | ({ status: 'FAILED' } & Omit<Refused, 'maybe_undone'>)
)

/** The outcome of an answer. The chargeback itself may have moved on, which a notification reports. */
export type ChargebackOutcome = { processor_id_external: string } & (
  | { status: 'LOST' | 'IN_DISPUTE' | 'PENDING' }
  | ({ status: 'FAILED' } & Pick<Refused, 'reason' | 'elsewhere'>)
)

/** An operation as the gateway knows it. With its amount, so that another operation's outcome is not taken for ours. */
export type Found = Partial<Money> &
  (
    | { kind: 'payment'; outcome: PaymentOutcome }
    | { kind: 'refund'; outcome: RefundOutcome }
    | { kind: 'answer'; outcome: ChargebackOutcome }
  )

/** A report whose outcome no order of its kind can have: what became of the order stays open. */
export class ImpossibleReport extends OutcomeUnknown {
  override name = 'ImpossibleReport'
}

/** Throws `ImpossibleReport`. */
export function foundIn(report: Report): Found {
  const { operation, money, id } = report
  switch (operation) {
    case 'refund':
      return { ...money, kind: 'refund', outcome: { processor_id_external: id, ...refundOf(report) } }
    case 'accept':
    case 'dispute':
      return { ...money, kind: 'answer', outcome: { processor_id_external: id, ...answerOf(report) } }
    case 'cancel_reference':
      if (report.outcome.is === 'done' && report.outcome.status !== 'VOIDED') throw impossible(report)
      return ofPayment(report)
    case 'authorize':
    case 'capture':
    case 'void':
      return ofPayment(report)
    case 'revoke_card':
      throw impossible(report)
  }
}

function ofPayment(report: Report): Found {
  const { operation, id, payment_id: processor_id_external } = report
  const capture = operation === 'capture' && id !== '' ? { capture_id_external: id } : {}
  return {
    ...report.money,
    kind: 'payment',
    outcome: { processor_id_external, ...capture, ...report.learnt, ...paymentOf(report) },
  }
}

type Ids = 'processor_id_external' | 'capture_id_external'
type Without<T> = T extends unknown ? Omit<T, Ids | keyof Learnt> : never

function paymentOf(report: Report): Without<PaymentOutcome> {
  const { outcome } = report
  switch (outcome.is) {
    case 'later':
      return { status: 'PENDING', ...(outcome.awaits_payer && { awaits_payer: true }) }
    case 'action':
      return { status: 'ACTION_REQUIRED', redirect_url: outcome.url, ...(outcome.fields && { fields: outcome.fields }) }
    case 'undone':
      return { status: 'FAILED', reason: outcome.reason, undone: true }
    case 'not_done': {
      const { by, reason, elsewhere, maybe_undone } = outcome
      return {
        status: refusedBy[by],
        reason,
        ...(elsewhere && { elsewhere: true }),
        ...(maybe_undone && { maybe_undone }),
      }
    }
    case 'done': {
      if (outcome.status === 'APPROVED') return { status: 'AUTHORIZED', as_ordered: true }
      const status = payments[outcome.status]
      if (!status) throw impossible(report)
      return { status }
    }
  }
}

const refusedBy = {
  issuer: 'DECLINED',
  payer: 'CANCELLED',
  nobody: 'ABANDONED',
  risk: 'FAILED',
  gateway: 'FAILED',
  configuration: 'FAILED',
} as const

const payments: Readonly<Record<string, TakenStatus | undefined>> = {
  AUTHORIZED: 'AUTHORIZED',
  CAPTURED: 'SETTLEMENT_REQUESTED',
  SETTLED: 'SETTLEMENT_COMPLETED',
  VOIDED: 'AUTHORIZATION_VOIDED',
}
type TakenStatus = 'AUTHORIZED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED' | 'AUTHORIZATION_VOIDED'

function refundOf(report: Report): Without<RefundOutcome> {
  const { outcome } = report
  if (outcome.is === 'later') return { status: 'PENDING' }
  if (outcome.is === 'done' && outcome.status === 'REFUNDED') return { status: 'PROCESSED' }
  if (outcome.is === 'not_done') return failed(outcome)
  if (outcome.is === 'undone') return { status: 'FAILED', reason: outcome.reason, undone: true }
  throw impossible(report)
}

function answerOf(report: Report): Without<ChargebackOutcome> {
  const { outcome } = report
  if (outcome.is === 'later') return { status: 'PENDING' }
  if (outcome.is === 'done' && (outcome.status === 'LOST' || outcome.status === 'IN_DISPUTE'))
    return { status: outcome.status }
  if (outcome.is === 'not_done') return failed(outcome)
  throw impossible(report)
}

const failed = ({ reason, elsewhere }: { reason: string; elsewhere?: boolean | undefined }) => ({
  ...{ status: 'FAILED' as const, reason },
  ...(elsewhere && { elsewhere: true as const }),
})

const impossible = ({ operation, outcome }: Report) =>
  new ImpossibleReport(`${operation}: ${outcome.is}${'status' in outcome ? ` ${outcome.status}` : ''}`)
