import type { CheckoutKindName, CheckoutOrder } from '@kontor/contract/checkout/checkout.schemas'
import type { Language } from '@kontor/contract/identity/session'
import type { BegunOperation } from '../engine/outbox/operation.ts'
import type { Reader, Trx } from '../platform/db/database.ts'

/** Something that is paid on the hosted page, as the page has to know it. */
export interface CheckoutSession {
  merchant: string
  id: string
  /** `done`: it was paid and takes no more. */
  state: 'open' | 'done' | 'expired' | 'cancelled'
  /** The shop, which says the currency. */
  payment_profile: string
  /** Null: the payer chooses between the bounds. 0: a card is stored. */
  amount: number | null
  minimum_amount: number | null
  maximum_amount: number | null
  reference: string
  description: string | null
  customer: string | null
  /** Empty: all that the shop takes. */
  products: readonly string[]
  language: Language
  expires_at: string | null
  /** Where the payer may go on to afterwards. */
  return_url: string | null
  repeatable: boolean
  /** The checkout design that was chosen for it. */
  design: string | null
  /** The transaction under way or paid that concerns whoever opens the page; null: none, or each payer's own. */
  payment: string | null
}

/** One kind of thing that the page can be about: three small functions, each inside the caller's database transaction. */
export interface CheckoutKind {
  readonly name: CheckoutKindName
  /** Whose it is: looked up as the provider, before there is a merchant to be confined to. */
  merchantOf(db: Reader, id: string): Promise<string | undefined>
  /** `locked`: nothing else decides about it until the transaction ends. */
  load(trx: Trx, merchant: string, id: string, now: Date, locked: boolean): Promise<CheckoutSession | undefined>
  /** Somebody has the page before him. Again and again. */
  open(trx: Trx, session: CheckoutSession): Promise<void>
  /** The session is locked and open, the amount within its bounds. Writes the payment and what ties it to the session. */
  pay(trx: Trx, session: CheckoutSession, order: PaidOrder, now: Date): Promise<BegunOperation>
}

/** What the payer chose, checked. */
export interface PaidOrder extends Pick<CheckoutOrder, 'payment_product' | 'card_token'> {
  amount: number
  user_agent: string | undefined
}
