import type { ParkedWhy } from '@kontor/contract/payments/stuck-operation.rules'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import type { Knowing } from '../../processors/manifest.ts'

/** What is known of an order before a try. */
export interface Sent {
  /** When it was ordered. */
  ordered_at: Date
  /** Undefined: no try has reached the processor. */
  since: Date | undefined
  /** The processor said that it has the order. */
  isAcknowledged: boolean
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
}

/**
 * `ask`: the processor is asked about the order, and `unseen` says what follows when it does not know it. `wait`: only a
 * notification brings news. `park`: nothing is sent or asked under this reference any more. `give_up`: it was not done, and it
 * is too late to begin. `abandon`: the payer who was sent out does not come back any more.
 */
export type Step = Final | { do: 'ask'; unseen: Final }
type Final =
  | { do: 'send' }
  | { do: 'wait'; retry_in_ms: number | 'never' }
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
export function nextStep(
  { ordered_at, since, isAcknowledged, sentOut }: Sent,
  { knowing, canFind, isAwaited }: Gains,
  now: Date,
): Step {
  const waiting = { do: 'wait', retry_in_ms: 'never' } as const
  if (isAcknowledged) {
    const rest = sentOut === undefined ? waiting : whileAway(now.getTime() - (since ?? ordered_at).getTime(), sentOut)
    return canFind ? { do: 'ask', unseen: rest } : rest
  }
  const isGone = (from: Date) => isAwaited && payerHasLeft(from, now)
  if (since === undefined) return { do: isGone(ordered_at) ? 'give_up' : 'send' }
  const age_ms = now.getTime() - since.getTime()
  const { by_reference, key_h } = knowing
  const isTooLate = isGone(since)
  const byKey = withinKey(age_ms, key_h)
  const again = isTooLate && byKey.do === 'send' ? ({ do: 'park', why: 'payer_gone' } as const) : byKey
  if (!canFind || !by_reference) return again
  const { unseen_after_min } = by_reference
  if (unseen_after_min === null) return { do: 'ask', unseen: again }
  const left_ms = unseen_after_min * minute_ms - age_ms
  if (left_ms > 0) return { do: 'ask', unseen: { do: 'wait', retry_in_ms: left_ms } }
  return { do: 'ask', unseen: { do: isTooLate ? 'give_up' : 'send' } }
}

function whileAway(age_ms: number, product: string): Final {
  const left_ms = mostAway_ms(product) - age_ms
  return left_ms > 0 ? { do: 'wait', retry_in_ms: left_ms } : { do: 'abandon' }
}

function withinKey(age_ms: number, key_h: number): Final {
  if (age_ms < usedOfKey * key_h * hour_ms) return { do: 'send' }
  return { do: 'park', why: key_h === 0 ? 'no_key' : 'key_expired' }
}
