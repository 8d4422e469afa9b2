import type { ChargebackStatus } from '@kontor/contract/disputes/chargeback.rules'
import { countsAsRefunded, type RefundStatus } from '@kontor/contract/payments/refund.rules'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import type { ChargebackReason, StatusReason } from '@kontor/contract/statuses/status-reasons'
import { takesAnswer } from '../../processors/gateways.ts'
import type { Random } from './random.ts'
import { day } from './seasons.ts'
import type { ActorName, Step } from './story.ts'

export interface RefundStory {
  amount: number
  reason: string | null
  steps: Step<RefundStatus>[]
}

export interface ChargebackStory {
  amount: number
  reason: ChargebackReason
  reason_code: string
  respond_by: string
  steps: Step<ChargebackStatus>[]
}

const hour = 3_600_000
/** Reasons that shops write beside their refunds, by language. Some shops write nothing. */
const refundReasons = {
  nl: [
    'Retour ontvangen',
    'Beschadigd aangekomen',
    'Niet meer op voorraad',
    'Door de klant geannuleerd',
    'Uit coulance',
    null,
    null,
  ],
  'en-US': ['Returned', 'Damaged on arrival', 'Out of stock', 'Canceled by the customer', 'Goodwill', null, null],
} as const

/** Refunds: about three payments in a hundred. Steps after `now` are cut off. */
export function tellRefunds(
  random: Random,
  amount: number,
  language: keyof typeof refundReasons,
  from: number,
  now: number,
): RefundStory[] {
  if (!random.chance(0.034)) return []
  const refunds: RefundStory[] = []
  let refundable = amount
  let at = from + random.between(0.3, 25) * day
  const count = random.chance(0.12) ? random.integer(2, 3) : 1
  for (let index = 0; index < count && refundable > 0 && at <= now; index += 1) {
    const part =
      random.chance(0.6) && count === 1 ? refundable : Math.max(1, Math.floor(refundable * random.between(0.15, 0.6)))
    const refund = {
      amount: part,
      reason: random.pick(refundReasons[language]),
      steps: past(refundSteps(random, Math.round(at)), now),
    }
    refunds.push(refund)
    if (countsAsRefunded(refund.steps.at(-1)?.status ?? 'PENDING')) refundable -= part
    at += random.between(6, 9) * day
  }
  return refunds
}

function refundSteps(random: Random, at: number): Step<RefundStatus>[] {
  const { steps, then } = trail<RefundStatus>({
    at,
    status: 'PENDING',
    reason: null,
    actor: random.chance(0.7) ? 'owner' : 'shop',
  })
  const fate = random.weighted({ processed: 86, failed: 5, hold: 6, cancelled: 1.5, unknown: 1.5 })
  if (fate === 'hold') {
    then(random.between(1, 60) * 1000, 'HOLD', 'processor', 'balance_too_low')
    if (random.chance(0.3)) then(random.between(0.5, 4) * day, 'CANCELLED', 'owner', 'cancelled_by_merchant')
    else then(random.between(0.5, 5) * day, 'PENDING', 'processor')
  }
  if (fate === 'unknown') then(15_000, 'UNKNOWN', 'system', 'no_answer_in_time')
  if (fate === 'failed')
    then(random.between(0.01, 20) * hour, 'FAILED', 'processor', random.pick(['account_closed', 'refund_period_over']))
  else if (fate === 'cancelled') then(random.between(0.1, 3) * hour, 'CANCELLED', 'owner', 'cancelled_by_merchant')
  else if (steps.at(-1)?.status !== 'CANCELLED') then(random.between(0.01, 40) * hour, 'PROCESSED', 'processor')
  return steps
}

const causes: Readonly<Partial<Record<PaymentProduct, readonly [reason: ChargebackReason, code: string][]>>> = {
  card: [
    ['fraud_card_absent', '10.4'],
    ['goods_not_received', '13.1'],
    ['not_as_described', '13.3'],
    ['no_cardholder_authorisation', '4837'],
  ],
  paypal: [
    ['goods_not_received', 'INR'],
    ['not_as_described', 'SNAD'],
  ],
  sepa_debit: [
    ['unauthorised_payment', 'MD01'],
    ['refused_by_debtor', 'MS02'],
  ],
  klarna: [['goods_not_received', 'KL01']],
}

/** Chargebacks: about three in a thousand of the payments that can have one. */
export function tellChargeback(
  random: Random,
  product: PaymentProduct,
  amount: number,
  from: number,
  now: number,
): ChargebackStory | undefined {
  const possible = causes[product]
  if (!possible || !random.chance(0.0085)) return undefined
  const at = Math.round(from + random.between(4, 70) * day)
  if (at > now) return undefined
  const [reason, reason_code] = random.pick(possible)
  const part = random.chance(0.85) ? amount : Math.max(1, Math.floor(amount / 2))
  const respond_by = new Date(at + 14 * day).toISOString().slice(0, 10)
  return { amount: part, reason, reason_code, respond_by, steps: past(chargebackSteps(random, at, product), now) }
}

function chargebackSteps(random: Random, at: number, product: PaymentProduct): Step<ChargebackStatus>[] {
  const { steps, then } = trail<ChargebackStatus>({ at, status: 'OPEN', reason: null, actor: 'processor' })
  const drawn = random.weighted({ won: 27, lost: 33, accepted: 28, cancelled: 12 })
  const mayDispute = takesAnswer({ gateway: 'sandbox', payment_product: product }, 'DISPUTE')
  const fate = mayDispute || drawn === 'cancelled' ? drawn : 'accepted'
  if (fate === 'accepted') then(random.between(1, 14) * day, 'LOST')
  else if (fate === 'cancelled') then(random.between(1, 10) * day, 'CANCELLED')
  else {
    then(random.between(0.5, 13) * day, 'IN_DISPUTE', 'owner')
    then(random.between(15, 50) * day, fate === 'won' ? 'WON' : 'LOST')
  }
  return steps
}

function trail<S extends string>(first: Step<S>) {
  const steps = [first]
  const then = (afterMs: number, status: S, actor: ActorName = 'processor', reason: StatusReason | null = null) => {
    steps.push({ at: (steps.at(-1)?.at ?? 0) + Math.round(afterMs), status, reason, actor })
  }
  return { steps, then }
}

export const past = <S extends string>(steps: readonly Step<S>[], now: number): Step<S>[] =>
  steps.filter(({ at }) => at <= now)
