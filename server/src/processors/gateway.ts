import type { ThreeDSecure } from '@kontor/contract/customers/card.entity'

/**
 * What Kontor asks of a payment gateway. The sandbox processor is the first adapter; a real gateway is a second file
 * beside it. An adapter is stateless: everything it needs to know comes with the call.
 *
 * The rules every adapter keeps:
 * - `reference` is our id of the operation and the gateway's idempotency key: sent again, the gateway must not do the work again.
 * - A reply that leaves the outcome open (time-out, reset, 5xx, a body that cannot be read) is thrown as `OutcomeUnknown`.
 *   The caller then asks `lookUp` before it sends the operation once more, with the same reference.
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
  /** Lets the payer have the money. Only where the contract says that the gateway takes this answer. */
  acceptChargeback(connection: Connection, request: ChargebackRequest): Promise<ChargebackOutcome>
  /** Sends the evidence, each file under its own reference, and then the dispute: all of it may be sent again. */
  disputeChargeback(connection: Connection, request: DisputeRequest): Promise<ChargebackOutcome>
  /** The gateway keeps the card no more, and charges nothing to it. Sent again it changes nothing: nobody has to ask first. */
  revokeCard(connection: Connection, request: RevokeCardRequest): Promise<RevocationOutcome>
  /** What became of an operation. `undefined`: the gateway never saw this reference, so the work was not done. */
  lookUp(connection: Connection, reference: string): Promise<Found | undefined>
  /** The page with the fields of a card, which answers a frame's parent with a token; `{url}?origin=` names the parent. */
  cardField(connection: Connection): Promise<string>
  /** The address that a payer is sent to, with the one to come back to. */
  withReturn(redirect_url: string, return_url: string): string
  /** Verifies signature and age, and says in our words what the gateway reports. Throws `NotificationRefused`. */
  readNotification(connection: Connection, headers: Record<string, string>, rawBody: string): GatewayNotification
}

export interface Connection {
  /** Base address of the gateway. */
  url: string
  /** The decrypted credential: names and values as the gateway's documentation has them. */
  credential: Record<string, string>
  /** Longest wait for a reply. */
  timeout_ms: number
  /** Told about every HTTP exchange, also the failed ones, with bodies still unmasked: the caller masks before it stores. */
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
  /** True: authorize and capture in one. */
  capture: boolean
  /** The payer is at hand: he can be sent to a page of his bank, and is, where the product has one. */
  payer_present?: boolean
  /** Keep the card, to be charged later: an approval then comes with the token that the vault keeps it by. */
  store_card?: boolean
  /** The payer agrees to payments to come: an approval then comes with the token that they are charged by. */
  store_agreement?: boolean
  agreement_token?: string
  merchant_reference: string
  /** What the payer is to find on the statement; the shop's own name when absent. */
  descriptor?: string
}

/** Never a number: that is between the payer and the gateway. */
export interface GatewayCard {
  /** A word in small letters: it stands in files as it is. */
  brand: string
  bin: string
  last_four: string
  expiry_month: number
  expiry_year: number
  /** Of a card that was to be stored. */
  token?: string | undefined
}

/** Capture or void of an authorized payment. */
export interface FollowUpRequest {
  reference: string
  processor_id_external: string
  amount: number
  currency_code: string
}

export interface RefundRequest extends FollowUpRequest {
  /** The payment that is refunded, for gateways that must be told (a payment taken before they were connected). */
  payment: { amount: number; merchant_reference: string }
}

export interface ChargebackRequest {
  reference: string
  /** The gateway's id of the chargeback. */
  processor_id_external: string
  amount: number
  currency_code: string
  /** The payment that was charged back, for gateways that must be told (one taken before they were connected). */
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
  /** One at a time: together they are large. */
  read: () => Promise<Buffer>
}

export type PaymentOutcome = {
  processor_id_external: string
  card?: GatewayCard
  /** Of an approved card payment. */
  three_d_secure?: ThreeDSecure
  agreement?: { token: string }
} & (
  | { status: 'AUTHORIZED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED' | 'AUTHORIZATION_VOIDED' }
  | { status: 'PENDING' }
  | { status: 'ACTION_REQUIRED'; redirect_url: string }
  | { status: 'DECLINED' | 'FAILED' | 'ABANDONED' | 'CANCELLED'; reason: string }
)

export type RefundOutcome = { processor_id_external: string } & (
  | { status: 'PROCESSED' | 'PENDING' }
  | { status: 'FAILED'; reason: string }
)

/** What became of an answer. The chargeback itself may be further on: that comes by notification. */
export type ChargebackOutcome = { processor_id_external: string } & (
  | { status: 'LOST' | 'IN_DISPUTE' | 'PENDING' }
  | { status: 'FAILED'; reason: string }
)

export type RevocationOutcome = { status: 'REVOKED' } | { status: 'FAILED'; reason: string }

/** An operation as the gateway knows it: with the amount, so that nobody takes another one's outcome for ours. */
export type Found = { amount: number; currency_code: string } & (
  | { kind: 'payment'; outcome: PaymentOutcome }
  | { kind: 'refund'; outcome: RefundOutcome }
  | { kind: 'answer'; outcome: ChargebackOutcome }
)

export type GatewayNotification = {
  /** The gateway's id of this notification: a second one with the same id changes nothing. */ id: string
} & (
  | ({ reference: string } & Found)
  | {
      kind: 'chargeback'
      processor_id_external: string
      /** The reference of the payment that is charged back. */
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
