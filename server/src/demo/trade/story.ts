import type { PaymentProduct, TransactionStatus } from '@kontor/contract/payments/transaction.rules'
import type { StatusReason } from '@kontor/contract/statuses/status-reasons'
import type { Random } from './random.ts'
import { day } from './seasons.ts'

export type ActorName = 'shop' | 'owner' | 'processor' | 'system'

export interface Step<S extends string = TransactionStatus> {
  at: number
  status: S
  reason: StatusReason | null
  actor: ActorName
}

export interface Story {
  /** The steps in order; the first is INITIATED. */
  steps: Step[]
  blocked: boolean
}

export type Fate = 'settled' | 'blocked' | 'declined' | 'abandoned' | 'failed' | 'cancelled' | 'voided' | 'unknown'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Outcomes of payments in percent. Bank payments are often left or cancelled, card payments are often declined. */
const byCard = { blocked: 1.3, declined: 10, abandoned: 3.5, failed: 0.9, cancelled: 0.5, voided: 1.2, unknown: 0.25 }
const byBank = { blocked: 0.1, declined: 4.6, abandoned: 6, failed: 0.8, cancelled: 2.2, voided: 0, unknown: 0.15 }
const fates: Readonly<Record<PaymentProduct, Omit<Record<Fate, number>, 'settled'>>> = {
  card: byCard,
  ideal: byBank,
  bancontact: byBank,
  eps: byBank,
  blik: byBank,
  paypal: { ...byBank, blocked: 0.8, declined: 8 },
  klarna: { ...byCard, declined: 13, blocked: 0.9 },
  sepa_debit: { ...byBank, declined: 3, abandoned: 1 },
}

const cardDeclines = {
  insufficient_funds: 45,
  do_not_honor: 26,
  authentication_failed: 13,
  expired_card: 8,
  limit_exceeded: 6,
  stolen_card: 2,
}
const bankDeclines = { insufficient_funds: 55, limit_exceeded: 25, do_not_honor: 20 }
const blockReasons = {
  rule_too_many_attempts: 50,
  rule_country: 30,
  rule_amount: 20,
}

/** The whole course of one payment, including steps that lie in the future. */
export function tellStory(
  random: Random,
  product: PaymentProduct,
  at: number,
  ships: boolean,
  fate = chooseFate(random, product),
): Story {
  const steps: Step[] = [{ at, status: 'INITIATED', reason: null, actor: 'shop' }]
  const then = (
    afterMs: number,
    status: TransactionStatus,
    actor: ActorName = 'processor',
    reason: StatusReason | null = null,
  ) => {
    steps.push({ at: (steps.at(-1)?.at ?? at) + Math.round(afterMs), status, reason, actor })
  }
  if (fate === 'settled') settle(random, product, ships, then)
  else ends[fate](random, product, then)
  return { steps, blocked: fate === 'blocked' }
}

type Then = (afterMs: number, status: TransactionStatus, actor?: ActorName, reason?: StatusReason | null) => void

function chooseFate(random: Random, product: PaymentProduct): Fate {
  let at = random.next() * 100
  for (const [fate, percent] of Object.entries(fates[product]) as [Exclude<Fate, 'settled'>, number][]) {
    at -= percent
    if (at < 0) return fate
  }
  return 'settled'
}

const ends: Readonly<Record<Exclude<Fate, 'settled'>, (random: Random, product: PaymentProduct, then: Then) => void>> =
  {
    blocked: (random, _, then) => then(random.between(20, 90), 'CANCELLED', 'system', random.weighted(blockReasons)),
    declined: (random, product, then) =>
      then(
        random.between(0.5, 45) * second,
        'DECLINED',
        'processor',
        random.weighted(product === 'card' ? cardDeclines : bankDeclines),
      ),
    abandoned: (random, _, then) =>
      then(random.between(15, 60) * minute, 'ABANDONED', 'processor', 'payer_did_not_return'),
    failed: (random, _, then) =>
      then(
        random.between(1, 30) * second,
        'FAILED',
        'processor',
        random.pick(['processor_error', 'issuer_unavailable']),
      ),
    cancelled: (random, _, then) =>
      then(random.between(10, 240) * second, 'CANCELLED', 'processor', 'cancelled_by_payer'),
    voided: (random, _, then) => {
      then(random.between(1, 60) * second, 'AUTHORIZED')
      then(random.between(0.1, 5) * day, 'AUTHORIZATION_VOIDED', 'owner')
    },
    unknown: (random, product, then) => {
      then(random.between(10, 30) * second, 'UNKNOWN', 'system', 'no_answer_in_time')
      then(random.between(0.2, 20) * hour, 'AUTHORIZED')
      capture(random, product, then)
    },
  }

function settle(random: Random, product: PaymentProduct, ships: boolean, then: Then): void {
  if (product === 'sepa_debit') {
    then(random.between(1, 8) * second, 'PENDING')
    then(random.between(0.8, 2.5) * day, 'SETTLEMENT_REQUESTED')
    then(random.between(1, 2) * day, 'SETTLEMENT_COMPLETED')
    return
  }
  then(random.between(1, 120) * second, 'AUTHORIZED')
  // Goods are charged when they are shipped; both products hold the money until then.
  if (ships && (product === 'card' || product === 'klarna') && random.chance(0.5)) {
    then(random.between(0.3, 3.5) * day, 'SETTLEMENT_REQUESTED', random.chance(0.7) ? 'shop' : 'owner')
    then(random.between(0.5, 1.6) * day, 'SETTLEMENT_COMPLETED')
    return
  }
  capture(random, product, then)
}

function capture(random: Random, product: PaymentProduct, then: Then): void {
  then(random.between(0.2, 3) * second, 'SETTLEMENT_REQUESTED', 'system')
  then(random.between(0.4, product === 'card' ? 1.8 : 1.1) * day, 'SETTLEMENT_COMPLETED')
}
