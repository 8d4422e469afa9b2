/**
 * What a try of a payment's first attempt brought, as far as a second processor depends on it.
 *
 * - `not_sent`: nothing left this machine, or the gateway says that it has not begun.
 * - `refused`: the gateway itself refused (`elsewhere`). Neither issuer nor payer was asked.
 * - `unseen`: the gateway was asked and does not know the order, which may still be on its way.
 * - `barred`: the gateway confirmed that nothing is held or taken under this reference, and that nothing will be.
 * - `else`: an answer of the issuer or of the payer, none at all, or one that cannot be read.
 */
export type Brought = 'not_sent' | 'refused' | 'unseen' | 'barred' | 'else'

export interface FirstAttempt {
  /** The payment has a second processor, which it was not taken to yet. */
  hasNext: boolean
  /** An earlier try of its order has arrived, or may still arrive. */
  mayHaveArrived: boolean
  /** No processor has acknowledged the payment, no payer was sent away for it, and no terminal waits. It is not UNKNOWN. */
  isUntouched: boolean
  /** Its gateway can refuse an order that arrives after its cancellation. */
  canBar: boolean
  /** A payer waits for it. Nobody waits for a planned payment, which its processor may still take in an hour. */
  isAwaited: boolean
  age_ms: number
}

/** `second`: the second processor is asked. `bar`: the first one has to cancel first. `stay`: the payment stays where it is. */
export type Following = 'second' | 'bar' | 'stay'

/** A payment is taken to its second processor within this time, or not at all. */
export const failoverWithin_ms = 15_000

/**
 * The rule of docs/adr/0113: a second processor is asked only when the first one certainly has not taken the payment and never
 * will. No answer, and not being known, is not enough: the order may arrive later.
 */
export function following(brought: Brought, first: FirstAttempt): Following {
  if (!first.hasNext || !first.isUntouched || first.age_ms >= failoverWithin_ms) return 'stay'
  switch (brought) {
    case 'not_sent':
    case 'refused':
      return first.mayHaveArrived ? 'stay' : 'second'
    case 'unseen':
      return first.canBar && first.isAwaited ? 'bar' : 'stay'
    case 'barred':
      return first.canBar ? 'second' : 'stay'
    case 'else':
      return 'stay'
  }
}
