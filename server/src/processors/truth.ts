import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import type { Outcome, ReportedChargeback } from './gateway.ts'
import type { OrderKind } from './manifest.ts'

/**
 * What one word of a gateway comes to. Beside each adapter a file works its tables out by the adapter's own functions;
 * docs/gateways/truth.md is made from them.
 */
export interface Truth {
  /** What the word is about. */
  of: OrderKind | 'chargeback' | 'any'
  /** The name under which the gateway says it, such as `resultCode`. */
  where: string
  word: string
  /** What else has to be so. */
  when?: string
  /**
   * `nothing`: another word says the same, or it asks nothing of us. `person`: it changes nothing and waits for a person. `inquiry`:
   * so does a question of the bank before there is a chargeback. `asked`: the gateway is asked what is so. `open`: the outcome
   * stays unknown.
   */
  means: Outcome | ReportedChargeback['status'] | 'nothing' | 'person' | 'inquiry' | 'asked' | 'open'
}

/** The payment products that the gateway has and its manifest does not, each with the reason. */
export type LeftOut = Readonly<Partial<Record<PaymentProduct, string>>>
