import { z } from 'zod'
import {
  type Connection,
  type GatewayCard,
  type Learnt,
  type Outcome,
  OutcomeUnknown,
  type Report,
} from '../gateway.ts'
import { knownWords } from '../reading/known-words.ts'
import { ask, idIn, refusalOf } from './mollie-call.ts'
import { moneyIn, type Part, type Payment, referenceIn } from './mollie-replies.ts'
import { tokenOf } from './mollie-tokens.ts'
import { brands, captureStatuses, failureReasons, paymentStatuses, refundStatuses } from './mollie-words.ts'

/** A payment as the outcome of its authorization. What it leaves to charge later is asked for. */
export async function paymentReport(connection: Connection, payment: Payment): Promise<Report> {
  const outcome = paymentOutcome(payment)
  const learnt =
    outcome.is === 'done' && outcome.status !== 'VOIDED' ? await learntFrom(connection, payment) : undefined
  return { ...basicsOf(payment, payment.id), operation: 'authorize', outcome, ...(learnt && { learnt }) }
}

function basicsOf(said: Payment | Part, payment_id: string) {
  const reference = referenceIn(said)
  return { ...(reference !== undefined && { reference }), id: said.id, payment_id, money: moneyIn(said) }
}

export function paymentOutcome(payment: Payment): Outcome {
  const meaning = paymentStatuses[payment.status]
  switch (meaning) {
    case undefined:
      throw new OutcomeUnknown(`the status ${payment.status} is not known`)
    case 'open': {
      const url = payment._links.checkout?.href
      return url === undefined ? { is: 'later' } : { is: 'action', url }
    }
    case 'later':
      return { is: 'later' }
    case 'held':
      return { is: 'done', status: 'AUTHORIZED' }
    case 'taken':
      return { is: 'done', status: isTakenWhole(payment) ? 'CAPTURED' : 'AUTHORIZED' }
    case 'issuer':
      return failure(payment)
    default:
      // It had been held, and is so no more.
      if (payment.authorizedAt) return { is: 'done', status: 'VOIDED' }
      return {
        is: 'not_done',
        by: meaning,
        reason: meaning === 'payer' ? 'cancelled_by_payer' : 'payer_did_not_return',
      }
  }
}

/** False: captures took a part of what was held, and tell of it themselves. */
function isTakenWhole(payment: Payment): boolean {
  const { captureMode, amountCaptured } = payment
  if (captureMode && captureMode !== 'automatic' && captureMode !== 'manual')
    throw new OutcomeUnknown(`the capture mode ${captureMode} is not known`)
  if (!amountCaptured) return captureMode !== 'manual'
  const [taken, asked] = [moneyIn({ amount: amountCaptured }), moneyIn(payment)]
  if (taken.currency_code !== asked.currency_code) throw new OutcomeUnknown('it was captured in another currency')
  return taken.amount === asked.amount
}

function failure({ details, status }: Payment): Outcome {
  const theirs = z.string().min(1).max(100).safeParse(details?.['failureReason']).data ?? status
  const { by = 'issuer', reason = theirs } = failureReasons[theirs] ?? {}
  return { is: 'not_done', by, reason }
}

export const captureReport = (capture: Part, payment_id: string): Report => ({
  ...{ ...basicsOf(capture, payment_id), operation: 'capture' },
  outcome: partOutcome(captureStatuses[capture.status], capture, 'CAPTURED'),
})

export const refundReport = (refund: Part, payment_id: string): Report => ({
  ...{ ...basicsOf(refund, payment_id), operation: 'refund' },
  outcome: partOutcome(refundStatuses[refund.status], refund, 'REFUNDED'),
})

function partOutcome(
  meaning: 'later' | 'done' | 'not_done' | 'fails' | 'undone' | undefined,
  { status }: Part,
  done: 'CAPTURED' | 'REFUNDED',
): Outcome {
  if (meaning === undefined) throw new OutcomeUnknown(`the status ${status} is not known`)
  if (meaning === 'done') return { is: 'done', status: done }
  if (meaning === 'undone') return { is: 'undone', reason: status }
  if (meaning === 'later') return { is: 'later' }
  return { is: 'not_done', by: 'gateway', reason: status, ...(meaning === 'fails' && { maybe_undone: true }) }
}

/** Whether an authorization has ended. Undefined: Mollie can still be asked to end it. */
export function endOf(payment: Payment): Outcome | undefined {
  switch (paymentStatuses[payment.status]) {
    case 'payer':
    case 'nobody':
    case 'issuer':
      return { is: 'done', status: 'VOIDED' }
    case 'taken':
      return { is: 'not_done', by: 'gateway', reason: 'already_captured' }
    case undefined:
      throw new OutcomeUnknown(`the status ${payment.status} is not known`)
    default:
      return undefined
  }
}

const security: Readonly<Record<string, Learnt['three_d_secure']>> = knownWords({
  '3dsecure': 'AUTHENTICATED',
  normal: 'NOT_TRIED',
})

async function learntFrom(connection: Connection, payment: Payment): Promise<Learnt | undefined> {
  const { sequenceType, customerId, mandateId, details } = payment
  // Only a payment that was to leave a mandate does: a charge to one tells nothing new.
  if (sequenceType !== 'first' || !customerId || !mandateId) return undefined
  const token = tokenOf({ customer: customerId, mandate: mandateId })
  const card = await storedCard(connection, { customer: customerId, mandate: mandateId })
  if (!card) return payment.method === 'creditcard' ? undefined : { agreement: { token } }
  const three_d_secure = security[String(details?.['cardSecurity'])]
  return { card: { ...card, token }, ...(three_d_secure && { three_d_secure }) }
}

const mandate = z.object({
  method: z.literal('creditcard'),
  details: z.object({
    cardNumber: z.string().regex(/\d{4}$/),
    cardLabel: z.string(),
    cardExpiryDate: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-\d\d$/),
  }),
})

/** The card of a mandate: a payment does not say when it expires. Undefined: it is of another product, or is gone. */
async function storedCard(
  connection: Connection,
  { customer, mandate: id }: { customer: string; mandate: string },
): Promise<Omit<GatewayCard, 'token'> | undefined> {
  const reply = await ask(connection, `/customers/${idIn(customer)}/mandates/${idIn(id)}`)
  const said = refusalOf(reply) ? undefined : mandate.safeParse(reply.body).data?.details
  if (!said) return undefined
  const [year, month] = said.cardExpiryDate.split('-')
  return {
    ...{ brand: brands[said.cardLabel] ?? 'other', last_four: said.cardNumber.slice(-4) },
    ...{ expiry_month: Number(month), expiry_year: Number(year) },
  }
}
