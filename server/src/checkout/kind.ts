import type { CheckoutKindName, CheckoutOrder, CheckoutSubscription } from '@kontor/contract/checkout/checkout.schemas'
import type { Language } from '@kontor/contract/identity/session'
import type { Described } from '../decisions/facts/describe-card.ts'
import type { AskingPayer } from '../engine/outbox/asking-payer.ts'
import type { BegunPayment } from '../engine/outbox/operation.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import type { Locked } from '../platform/db/locked.ts'

/** Something that is paid on the hosted page, in the form that the page needs. */
export interface CheckoutSession {
  merchant: string
  id: string
  /**
   * `done`: it was paid, and takes no further payment. `in_doubt`: it may have been paid already, which a person has to say first.
   */
  state: 'open' | 'done' | 'expired' | 'cancelled' | 'in_doubt'
  /** The shop, which determines the currency. */
  payment_profile: string
  /** Null: the payer chooses an amount between the bounds. 0: a card is stored. */
  amount: number | null
  minimum_amount: number | null
  maximum_amount: number | null
  reference: string
  description: string | null
  customer: string | null
  /** Payment products that are allowed. Empty: all that the shop takes. */
  products: readonly string[]
  language: Language
  expires_at: string | null
  /** The address to which the payer may continue afterwards. */
  return_url: string | null
  repeatable: boolean
  /** The checkout design that was chosen for the session. */
  design: string | null
  /** The transaction, under way or paid, that every visitor sees. Null: there is none, or each payer has their own. */
  payment: string | null
  /** What its payer agrees to, when a subscription is paid. */
  subscription?: CheckoutSubscription
}

export interface SessionKey {
  merchant: string
  id: string
}

/** One kind of session on the page. Each function runs inside the caller's database transaction. */
export interface CheckoutKind {
  readonly name: CheckoutKindName
  /** The merchant of a session. Looked up in the provider's role, because the merchant is not known yet. */
  merchantOf(db: Reader, id: string): Promise<string | undefined>
  read(trx: Trx, key: SessionKey, now: Date): Promise<CheckoutSession | undefined>
  lock(trx: Trx, key: SessionKey, now: Date): Promise<Locked<CheckoutSession> | undefined>
  /** Records that somebody opened the page; called at every visit. */
  open(trx: Trx, session: Locked<CheckoutSession>): Promise<void>
  /** Writes the payment and its tie to the session. The session is open, and the amount is within its bounds. */
  pay(trx: Trx, session: Locked<CheckoutSession>, order: PaidOrder, now: Date): Promise<BegunPayment>
}

/** The payer's choice, already checked. */
export interface PaidOrder extends Pick<CheckoutOrder, 'payment_product' | 'card_token' | 'language' | 'agreed_terms'> {
  amount: number
  user_agent: string | undefined
  /** The address to which the payer comes back from a page of the bank. */
  return_url: string
  /** What the payer's browser showed of him. */
  payer: AskingPayer
  /** What the gateway told of the card before. */
  described: Described | undefined
}
