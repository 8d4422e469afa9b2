import type { ParkedWhy } from '@kontor/contract/payments/stuck-operation.rules'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import type { Knowing } from '../../processors/manifest.ts'

/** What is known of an order before a try. */
export interface Sent {
  /** When it was ordered. */
  ordered_at: Date
  /** Undefined: no try has reached the processor. */
  since: Date | undefined
  /** When the last try ended, which may be at work at the processor still. Absent: that does not matter yet. */
  last_ended_at?: Date | undefined
  /** The processor said that it has the order. */
  isAcknowledged: boolean
  /** True: nothing is sent any more, and a person looks. */
  isParked?: boolean
  /** True: the processor failed, and answers a repetition with the same failure for as long as it keeps the key. */
  isFailureKept?: boolean
  /** The payment product of an authorization. */
  product?: string | undefined
  /** The payment product of a payer who was sent to a page of the processor, and of whom nothing was heard since. */
  sentOut?: string | undefined
}

/** What a gateway can say, and for how long. */
export interface Gains {
  knowing: Pick<Knowing, 'key_h' | 'by_reference'>
  /** True: the gateway can be asked about an order. */
  canFind: boolean
  /** True: a payer asked for the payment, and waits for it. */
  isAwaited: boolean
  /** For so long a reply of the gateway is waited for. */
  timeout_ms: number
}

/**
 * `ask`: the processor is asked about the order, and `unseen` says what follows when it does not know it. `wait`: only a
 * notification brings news. `hold`: nothing is sent for now, because the answer would be the same. `park`: nothing is sent or asked
 * under this reference any more. `give_up`: it was not done, and it is too late to begin. `abandon`: the payer who was sent out does
 * not come back any more.
 */
export type Step = Final | { do: 'ask'; unseen: Final }
type Final =
  | { do: 'send' }
  /** `isAskedFor`: the gateway is asked before that, at growing pauses. */
  | { do: 'wait'; retry_in_ms: number | 'never'; isAskedFor?: true }
  | { do: 'hold' }
  | { do: 'park'; why: ParkedWhy }
  | { do: 'give_up' }
  | { do: 'abandon' }

/** The part of a key's life in which an order is sent again. Clocks differ, and an order takes its time. */
const usedOfKey = 0.8
const hour_ms = 3_600_000
const minute_ms = 60_000
/** After this time a payer has left, or has paid another way. */
const payerWaits_ms = 60 * minute_ms

/**
 * How long the page of a processor may keep a payer. Those of banks and wallets end within hours; what is paid later may be
 * confirmed within two days. A payer whose processor says that his money is on its way is not sent out any more.
 */
const mostAway_h: Readonly<Partial<Record<PaymentProduct, number>>> = { klarna: 72 }
const otherwiseAway_h = 24

/** No payer counts as gone sooner, whatever the product. */
export const leastAway_ms = otherwiseAway_h * hour_ms

export const mostAway_ms = (product: string): number =>
  // The cast is safe: another product is undefined.
  (mostAway_h[product as PaymentProduct] ?? otherwiseAway_h) * hour_ms

/** For so long the cancellation of a payment whose payer does not come back is waited for. */
export const mostCancelling_ms = 24 * hour_ms

/** True: the payer who waited for an order of this time has left. */
export const payerHasLeft = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= payerWaits_ms

/**
 * True: a cancellation of what the gateway has not found has waited long enough. It was ordered when nothing was sent any more, so
 * what has not arrived by now never will, or is not to be found by our reference.
 */
export const isFruitless = (ordered_at: Date, { key_h }: Pick<Knowing, 'key_h'>, now: Date): boolean =>
  now.getTime() - ordered_at.getTime() >= key_h * hour_ms

/** The rule of docs/adr/0081: which step may follow, so that no order is carried out twice. */
export function nextStep(sent: Sent, gains: Gains, now: Date): Step {
  const { ordered_at, since, isAcknowledged, sentOut } = sent
  const { knowing, canFind, isAwaited } = gains
  const waiting = { do: 'wait', retry_in_ms: 'never' } as const
  if (isAcknowledged) {
    const rest = sentOut === undefined ? waiting : whileAway(now.getTime() - (since ?? ordered_at).getTime(), sentOut)
    if (!canFind) return rest
    // One answer that it does not have what it had is no reason to ask no more.
    return { do: 'ask', unseen: rest.do === 'wait' ? { ...rest, isAskedFor: true } : rest }
  }
  const isGone = (from: Date) => isAwaited && payerHasLeft(from, now)
  if (sent.isParked) {
    if (!canBeAskedFor(gains)) return waiting
    // A payer who has left wants no payment of which its gateway says that it was never made.
    const isProof = mayProve(gains, now.getTime() - (since ?? ordered_at).getTime()) && isGone(since ?? ordered_at)
    return { do: 'ask', unseen: isProof ? { do: 'give_up' } : parked }
  }
  if (since === undefined) return { do: isGone(ordered_at) ? 'give_up' : 'send' }
  const again = stepByKey(sent, gains, now)
  const { by_reference } = knowing
  if (!canFind || !by_reference) return again
  const { unseen_after_min } = by_reference
  if (unseen_after_min === null) return { do: 'ask', unseen: again }
  const left_ms = unseen_after_min * minute_ms - (now.getTime() - since.getTime())
  if (left_ms > 0) return { do: 'ask', unseen: { do: 'wait', retry_in_ms: left_ms } }
  if (!isGone(since)) return { do: 'ask', unseen: resend(sent, gains, now) }
  const held_ms =
    gains.timeout_ms + unseen_after_min * minute_ms - (now.getTime() - (sent.last_ended_at ?? since).getTime())
  return { do: 'ask', unseen: held_ms > 0 ? { do: 'wait', retry_in_ms: held_ms } : { do: 'give_up' } }
}

/** A parked order is asked for on, and is not sent whatever the answer is: a person may be at work on it. */
const parked = { do: 'wait', retry_in_ms: 'never', isAskedFor: true } as const

/** True: an order of this age that the gateway has not seen was not done. */
const mayProve = ({ knowing: { by_reference } }: Gains, age_ms: number): boolean =>
  by_reference !== false &&
  by_reference.unseen_after_min !== null &&
  age_ms >= by_reference.unseen_after_min * minute_ms

/** True: the gateway can be asked what became of an order by its reference. */
export const canBeAskedFor = ({
  knowing,
  canFind,
}: Pick<Gains, 'canFind'> & { knowing: Pick<Knowing, 'by_reference'> }) => canFind && knowing.by_reference !== false

/** The step where the gateway does not say whether it has the order: the key alone protects what is sent again. */
export function stepByKey(sent: Sent, gains: Gains, now: Date): Final {
  const { ordered_at, since = ordered_at } = sent
  const { knowing, isAwaited } = gains
  const { key_h } = knowing
  if (now.getTime() - since.getTime() >= usedOfKey * key_h * hour_ms)
    return { do: 'park', why: key_h === 0 ? 'no_key' : 'key_expired' }
  if (isAwaited && payerHasLeft(since, now)) return { do: 'park', why: 'payer_gone' }
  return resend(sent, gains, now)
}

function resend({ ordered_at, since = ordered_at, isFailureKept }: Sent, { knowing }: Gains, now: Date): Final {
  const isKept = isFailureKept === true && now.getTime() - since.getTime() < knowing.key_h * hour_ms
  return { do: isKept ? 'hold' : 'send' }
}

/** True: a payer who has not gone on with a payment of this product does not do so any more. */
export const staysAway = ({ ordered_at, since = ordered_at, isAcknowledged, product }: Sent, now: Date): boolean =>
  isAcknowledged && product !== undefined && now.getTime() - since.getTime() >= mostAway_ms(product)

function whileAway(age_ms: number, product: string): Final {
  const left_ms = mostAway_ms(product) - age_ms
  return left_ms > 0 ? { do: 'wait', retry_in_ms: left_ms } : { do: 'abandon' }
}
