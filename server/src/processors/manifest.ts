import type { PayerField } from '@kontor/contract/checkout/checkout.rules'
import type { ProductAbilities } from '@kontor/contract/payments/product.rules'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import type { Words } from '@kontor/contract/platform/gateway.schemas'
import type { ChargebackAnswer } from '@kontor/contract/processors/capabilities'
import type { ProcessorMode } from '@kontor/contract/processors/processor.rules'
import type { ProcessorSettlementType } from '@kontor/contract/processors/processor-settlement.rules'

/**
 * What makes a gateway different from the others, as data: engine, contract and screens read it and know no gateway by name.
 * Each gateway has one manifest beside its adapter.
 */
export interface Manifest {
  /** The word for the gateway in the database and in programs, for ever. */
  readonly name: string
  /** The name that people read. */
  readonly label: string
  /**
   * Its base addresses by mode, each by a name of its adapter's choice. `{name}` stands for that value of the credential.
   * `of_installation`: one, `api`, which is given when the server starts, for test accounts alone.
   */
  readonly addresses: Readonly<Partial<Record<ProcessorMode, Readonly<Record<string, string>>>>> | 'of_installation'
  readonly credential: readonly CredentialField[]
  readonly products: Readonly<Partial<Record<PaymentProduct, ProductFacts>>>
  readonly money: MoneyRules
  readonly knowing: Readonly<Record<OrderKind, Knowing>>
  readonly webhook: WebhookFacts
  /** The names of what a payer brings back from a page of the gateway. */
  readonly returned?: readonly string[]
  /** True: without one of these names nothing is resumed. Absent: that he came is enough. */
  readonly resumes_by_name?: true
  /** The gateway's fields for a card, which Kontor's own page of them loads. Absent: the adapter names a page of the gateway. */
  readonly card_fields?: CardFields
  /** True: every account charges a card by the token that any of them made. Absent: only the account that made it. */
  readonly shares_tokens?: true
  /** True: a cancellation by reference can also refuse the order that arrives after it. */
  readonly bars_references?: true
  /** Where files of what it paid out can come from. Absent: nothing reads them. */
  readonly settlement?: SettlementFacts
}

export interface SettlementFacts {
  /** `file`: the gateway makes a file. `list`: Kontor makes one of what the gateway answers. */
  readonly by: 'file' | 'list'
  /** What an account needs for it. */
  readonly needs?: Words
  /** The fields of the credential, for each place that files can come from. */
  readonly credential: Readonly<Partial<Record<ProcessorSettlementType, readonly CredentialField[]>>>
}

/** An order to a gateway. */
export type OrderKind =
  | 'authorize'
  | 'capture'
  | 'void'
  | 'refund'
  | 'accept'
  | 'dispute'
  | 'revoke_card'
  | 'cancel_reference'

export interface CredentialField {
  /** As in the gateway's documentation. */
  readonly name: string
  /** As there too, so that a person finds it: it is not translated. */
  readonly label: string
  /** True: it is hidden while it is typed. No value is ever shown again. */
  readonly secret: boolean
  /** `live`: only with an account for real money. */
  readonly required: boolean | 'live'
  /** True: an account for tests has no such value. */
  readonly only_live?: boolean
  /** A regular expression for the whole value. */
  readonly pattern?: string
  /** Regular expressions for how the value begins in each mode. Absent: the value does not say its mode. */
  readonly begins?: Readonly<Record<ProcessorMode, string>>
  /** The place in the gateway's own back office where a person finds it. `{fields_url}` becomes the address of our card fields. */
  readonly where: Words
}

/** The commands of payments refuse what these exclude, before anything is sent (docs/adr/0222). */
export interface ProductFacts extends ProductAbilities {
  /** Days after the payment within which the gateway is known to pay it back. Said on screens; it refuses nothing. */
  readonly refund_days: number
  /** The gateway's own word for the product. */
  readonly name: string
  /**
   * How the payer gives what is needed: fields in a frame of the gateway, a page of the bank or wallet, or the authority for
   * a direct debit.
   */
  readonly via: 'card_fields' | 'redirect' | 'mandate'
  /** What can be kept to charge the payer later. */
  readonly keeps: readonly ('card' | 'agreement')[]
  /** The currencies that it takes, where they are fewer than the gateway's. */
  readonly currencies?: readonly string[]
  /** What the gateway wants from the payer beside a card: our page asks for what is not known of him. */
  readonly asks?: readonly PayerField[]
  /** After so many hours without word of a payment, a person is told. Absent: as `knowing` says. */
  readonly overdue_h?: number
  /** Answers to a chargeback that the gateway takes. */
  readonly answers: readonly ChargebackAnswer[]
}

/** Where a gateway's amounts differ from ours, by ISO 4217. `gateway-money.ts` reads it. */
export interface MoneyRules {
  /** The number of decimals of these currencies at the gateway. */
  readonly exponents?: Readonly<Record<string, number>>
  /** Its amounts in these currencies, in its minor units, are multiples. */
  readonly multiples?: Readonly<Record<string, number>>
  /** The currencies that it takes; absent: all. */
  readonly only?: readonly string[]
  /** True: it takes no authorization of zero, which elsewhere shows that a card is valid. */
  readonly above_zero?: true
}

/** How the outcome of an order becomes known, and what may be done while it is not. */
export interface Knowing {
  /** `reply`: the reply says it. `notification`: the reply says at most that the order arrived. */
  readonly outcome: 'reply' | 'notification'
  /** Hours for which the same reference gets the first reply instead of a second operation; 0: not at all. */
  readonly key_h: number
  /**
   * `find` takes our reference, and its "unseen" means "not done" so many minutes after the order (0: at once, null: never).
   * False: it does not take our reference.
   */
  readonly by_reference: { readonly unseen_after_min: number | null } | false
  /** After so many hours without word, a person is told. */
  readonly overdue_h: number
  /** For so many days after its success it may fail, and no list of the gateway says so: a payment has to be asked for it. */
  readonly may_fail_d?: number
}

export interface WebhookFacts {
  /**
   * What proves a notification: a signature over each of its items or over its body, or nothing but the secret address, so that
   * the gateway is asked what is true.
   */
  readonly proof: 'hmac_per_item' | 'hmac_body' | 'none_fetch'
  /** `by_hand`: a person enters the address at the gateway. */
  readonly set_up: 'by_hand' | 'by_api' | 'per_payment'
  /** The answer with which the gateway counts a notification as delivered. */
  readonly answer: { readonly code: number; readonly body: string }
}

/** What the page with a gateway's card fields needs, which has an origin of its own (docs/adr/0089). */
export interface CardFields {
  /** The script that draws them: `web/src/pay/fields/{script}.ts`. */
  readonly script: string
  /** The values of the credential that the payer's browser needs. None of them is secret; those that are not required may be absent. */
  readonly public_fields: readonly string[]
  /** What the page's policy allows besides its own files, by mode. */
  readonly csp: Readonly<Record<ProcessorMode, FieldsPolicy>>
}

export type FieldsPolicy = Readonly<
  Partial<Record<'script-src' | 'frame-src' | 'connect-src' | 'img-src' | 'style-src', readonly string[]>>
>
