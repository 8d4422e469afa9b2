import type { ThreeDSecure } from '@kontor/contract/customers/card.entity'

/**
 * The calls of Kontor to a payment gateway. The sandbox processor is the first adapter; a real gateway is a second file
 * beside it. An adapter is stateless: everything it needs comes with the call.
 *
 * Every adapter keeps these rules:
 * - `reference` is our id of the operation and the gateway's idempotency key: when it is sent again, the gateway
 *   must not do the work again.
 * - A reply that leaves the outcome open (time-out, reset, 5xx, an unreadable body) is thrown as `OutcomeUnknown`. The
 *   caller then asks `lookUp` before it sends the operation once more, with the same reference.
 * - A reply that says the work was not and will not be done is an outcome (`DECLINED`, `FAILED`), never an exception.
 * - Amounts are integers in minor units of `currency_code` (ISO 4217).
 */
export interface Gateway {
  /**
   * Reasons of a `FAILED` payment that lie with the processor alone: nothing was done, neither issuer nor payer was asked,
   * and another processor may do it.
   */
  readonly ownRefusals: readonly string[]
  authorize(connection: Connection, request: AuthorizeRequest): Promise<PaymentOutcome>
  capture(connection: Connection, request: FollowUpRequest): Promise<PaymentOutcome>
  void(connection: Connection, request: FollowUpRequest): Promise<PaymentOutcome>
  refund(connection: Connection, request: RefundRequest): Promise<RefundOutcome>
  /**
   * Accepts a chargeback: the payer keeps the money. Only where the contract says that the gateway takes this answer.
   */
  acceptChargeback(connection: Connection, request: ChargebackRequest): Promise<ChargebackOutcome>
  /** Sends the evidence, each file under its own reference, and then the dispute. All of it may be sent again. */
  disputeChargeback(connection: Connection, request: DisputeRequest): Promise<ChargebackOutcome>
  /**
   * Makes the gateway forget the card and refuse charges to it. A repetition changes nothing, so no look-up is needed
   * first.
   */
  revokeCard(connection: Connection, request: RevokeCardRequest): Promise<RevocationOutcome>
  /** The outcome of an operation. `undefined`: the gateway never saw this reference, so the work was not done. */
  lookUp(connection: Connection, reference: string): Promise<Found | undefined>
  /**
   * The address of the page with the fields of a card, which gives its frame's parent a token; `{url}?origin=` names
   * the parent.
   */
  cardField(connection: Connection): Promise<string>
  /** The address for the payer, with the address to return to. */
  withReturn(redirect_url: string, return_url: string): string
  /** Verifies signature and age, and translates the gateway's report into our words. Throws `NotificationRefused`. */
  readNotification(connection: Connection, headers: Record<string, string>, rawBody: string): GatewayNotification
}

export interface Connection {
  /** Base address of the gateway. */
  url: string
  /** The decrypted credential: names and values as in the gateway's documentation. */
  credential: Record<string, string>
  /** The longest wait for a reply, in milliseconds. */
  timeout_ms: number
  /**
   * Called for every HTTP exchange, including failed ones, with unmasked bodies: the caller masks them before storing.
   */
  onExchange: (exchange: Exchange) => void
}

export interface Exchange {
  method: string
  url: string
  request_body: string
  /** 0 when there was no reply. */
  response_code: number
  response_body: string
  duration_ms: number
}

export interface AuthorizeRequest {
  reference: string
  amount: number
  currency_code: string
  payment_product: string
  /** A token of the gateway's vault, or one of its test tokens. Absent for products without a card. */
  card_token?: string
  /** True: authorize and capture in one operation. */
  capture: boolean
  /** True: the payer is present. A product with a page of the bank or wallet then sends the payer there. */
  payer_present?: boolean
  /** True: store the card for later charges. An approval then holds the vault's token. */
  store_card?: boolean
  /** True: the payer agrees to future payments. An approval then holds the token by which they are charged. */
  store_agreement?: boolean
  agreement_token?: string
  merchant_reference: string
  /** The text on the payer's statement; absent: the shop's own name. */
  descriptor?: string
}

/** A card without its number, which only the payer and the gateway see. */
export interface GatewayCard {
  /** A word in small letters, because files show it unchanged. */
  brand: string
  bin: string
  last_four: string
  expiry_month: number
  expiry_year: number
  /** The vault's token of a card that was to be stored. */
  token?: string | undefined
}

/** A capture or void of an authorized payment. */
export interface FollowUpRequest {
  reference: string
  processor_id_external: string
  amount: number
  currency_code: string
}

export interface RefundRequest extends FollowUpRequest {
  /** The refunded payment, for gateways that did not make it (it was made before they were connected). */
  payment: { amount: number; merchant_reference: string }
}

export interface ChargebackRequest {
  reference: string
  /** The gateway's id of the chargeback. */
  processor_id_external: string
  amount: number
  currency_code: string
  /** The payment that was charged back, for gateways that did not make it (it was made before they were connected). */
  payment: { processor_id_external: string; amount: number; merchant_reference: string }
}

export interface DisputeRequest extends ChargebackRequest {
  explanation?: string
  evidence: readonly EvidenceFile[]
}

export interface RevokeCardRequest {
  reference: string
  card_token: string
}

export interface EvidenceFile {
  reference: string
  name: string
  content_type: string
  /** Reads one file; files are read one at a time, because together they are large. */
  read: () => Promise<Buffer>
}

export type PaymentOutcome = {
  processor_id_external: string
  card?: GatewayCard
  /** Set for an approved card payment. */
  three_d_secure?: ThreeDSecure
  agreement?: { token: string }
} & (
  | { status: 'AUTHORIZED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED' | 'AUTHORIZATION_VOIDED' }
  | { status: 'PENDING' }
  | { status: 'ACTION_REQUIRED'; redirect_url: string }
  /** `undone`: it had been done before. */
  | { status: 'DECLINED' | 'FAILED' | 'ABANDONED' | 'CANCELLED'; reason: string; undone?: true }
)

export type RefundOutcome = { processor_id_external: string } & (
  | { status: 'PROCESSED' | 'PENDING' }
  | { status: 'FAILED'; reason: string; undone?: true }
)

/** The outcome of an answer. The chargeback itself may have moved on, which a notification reports. */
export type ChargebackOutcome = { processor_id_external: string } & (
  | { status: 'LOST' | 'IN_DISPUTE' | 'PENDING' }
  | { status: 'FAILED'; reason: string }
)

export type RevocationOutcome = { status: 'REVOKED' } | { status: 'FAILED'; reason: string }

/**
 * An operation as the gateway knows it. The amount is included, so that another operation's outcome is not taken for
 * ours.
 */
export type Found = { amount: number; currency_code: string } & (
  | { kind: 'payment'; outcome: PaymentOutcome }
  | { kind: 'refund'; outcome: RefundOutcome }
  | { kind: 'answer'; outcome: ChargebackOutcome }
)

export type GatewayNotification = {
  /** The gateway's id of this notification; a second one with the same id changes nothing. */ id: string
} & (
  | ({ reference: string } & Found)
  | {
      kind: 'chargeback'
      processor_id_external: string
      /** The reference of the charged-back payment. */
      reference: string
      amount: number
      currency_code: string
      reason: string
      reason_code: string
      status: 'OPEN' | 'IN_DISPUTE' | 'WON' | 'LOST' | 'CANCELLED'
      respond_by?: string
    }
)

/** The gateway's answer did not arrive or cannot be read: the work may or may not have been done. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** A notification whose signature, age or form is wrong. */
export class NotificationRefused extends Error {
  override name = 'NotificationRefused'
}
