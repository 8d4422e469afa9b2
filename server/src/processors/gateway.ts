import type { CardFunding, CardHolder, ThreeDSecure } from '@kontor/contract/payments/transaction.rules'
import type { CredentialProblem, ProcessorMode } from '@kontor/contract/processors/processor.rules'
import type {
  SettlementFetchProblem,
  SettlementFileProblem,
  SettlementLineKind,
  SettlementLineProblem,
} from '@kontor/contract/processors/processor-settlement.rules'
import type { Manifest, OrderKind } from './manifest.ts'

/**
 * The calls of Kontor to a payment gateway. An adapter is a file beside its manifest. It is stateless: everything it needs
 * comes with the call. Differences between gateways are data in the manifest.
 *
 * Every adapter keeps these rules:
 * - `reference` is our id of the operation and the gateway's idempotency key. `key` takes its place as the key of an order that is
 *   safe twice, once the gateway keeps a failure under the key before.
 * - One call is one try: whether something is sent again is decided by the engine.
 * - A call that cannot have begun the work is thrown as `NotSent`. A reply that leaves the outcome open (time-out, reset, 5xx,
 *   an unreadable body) is thrown as `OutcomeUnknown`; a failure that the gateway repeats under the same key, as `FailureKept`.
 * - A reply that says that the work was not and will not be done is an outcome (`not_done`), never an exception.
 * - Amounts are integers in minor units of `currency_code` (ISO 4217).
 */
export interface Gateway {
  readonly manifest: Manifest
  /** Moves nothing. Says whose account the credential opens, or what is wrong with it in words that a person can act on. */
  test(connection: Connection): Promise<ConnectionTest>
  /**
   * The card behind a token that was given for a payment, before that payment is begun; it moves nothing. Undefined: the
   * gateway knows no such card. Absent where a gateway does not tell it beforehand.
   */
  describeToken?(connection: Connection, card_token: string): Promise<DescribedCard | undefined>
  authorize(connection: Connection, request: AuthorizeRequest): Promise<Report>
  /**
   * The payer came back from the address of an `action`, with what the request says. Absent where such a payment goes on by
   * itself. Resuming twice changes nothing.
   */
  resume?(connection: Connection, request: ResumeRequest): Promise<Report>
  capture(connection: Connection, request: FollowUpRequest): Promise<Report>
  void(connection: Connection, request: FollowUpRequest): Promise<Report>
  /**
   * Ends an authorization of which only our reference is known. A refusal says no more than that nothing was ended now. Absent
   * where the gateway takes no such order.
   */
  cancelReference?(connection: Connection, request: CancelReferenceRequest): Promise<Report>
  refund(connection: Connection, request: RefundRequest): Promise<Report>
  /** Accepts a chargeback: the payer keeps the money. Only where the manifest says that the gateway takes this answer. */
  accept(connection: Connection, request: ChargebackRequest): Promise<Report>
  /** Sends the evidence, each file under its own reference, and then the dispute. All of it may be sent again. */
  dispute(connection: Connection, request: DisputeRequest): Promise<Report>
  /**
   * The word by which `authorize` charges a card that the gateway keeps already, from the gateway's own ids of the card and of its
   * holder. Undefined: these are none of its ids. It asks nobody, so whether the account keeps the card shows at the first charge.
   */
  tokenOfKept(kept: { card: string; holder: string | undefined }): string | undefined
  /** Makes the gateway forget the card and refuse charges to it. A repetition changes nothing. */
  revokeCard(connection: Connection, request: RevokeCardRequest): Promise<RevocationOutcome>
  /**
   * What became of an order. `unseen`: the gateway does not know it; `manifest.knowing` says from when on that means that it
   * was not done. Throws `NotAnswerable` where asking again would say no more. Absent where the manifest says that a reference
   * cannot be asked for.
   */
  find?(connection: Connection, sought: Sought): Promise<Report | 'unseen'>
  /**
   * The address of the gateway's page with the fields of a card, which gives its frame's parent a token; `{url}?origin=`
   * names the parent. Absent where the manifest has `card_fields`.
   */
  cardField?(connection: Connection): Promise<string>
  /**
   * Verifies what arrived and says what it reports; nothing is fetched. Empty: authentic, and known to be of no use. Throws
   * `NotificationRefused` for what is not authentic, and for nothing else.
   */
  readNotification(connection: Connection, raw: RawNotification): Notification[]
  /**
   * What the gateway knows of a payment by its own id, as notifications of its operations with our references would tell it,
   * each before what follows from it. `unseen`: the account has no such payment. Absent where every notification says what it
   * reports.
   */
  news?(connection: Connection, payment_id: string): Promise<Told[] | 'unseen'>
  /**
   * The payments of the account in which something happened since a moment, each with what `news` tells of it: what was taken is
   * learnt again where our rows of it were lost. Throws `ListRefused`, `OutcomeUnknown` or `NotSent`. Absent where the gateway has
   * no list of payments.
   */
  changedSince?(connection: Connection, since: Date): AsyncIterable<ListedPayment>
  /**
   * The refunds that were made in a time, as they are now: one that failed after its success is in no list of what changed. Throws
   * as `changedSince` does. Absent where the gateway has no list of refunds: each payment is then asked for.
   */
  refundsMade?(connection: Connection, made: { from: Date; before: Date }): AsyncIterable<ListedRefund | ListedPayment>
  /** What the gateway says that it paid out. Absent where the manifest has no `settlement`. */
  readonly settlements?: Settlements
}

/** A payment of a list, as far as the gateway keeps what was asked for. */
export interface ListedPayment {
  payment_id: string
  /** Absent: it has no reference of ours, so it was not made for us. */
  ordered?: ListedOrder
  told: readonly Told[]
  /** Set: what the gateway answered of it cannot be read, with the reason. Nothing is told then. */
  unreadable?: string
  /** True: unreadable because no answer of the gateway came. */
  isUnanswered?: boolean
}

/** A refund of a list. */
export interface ListedRefund {
  payment_id: string
  /** True: it failed or was cancelled, or what is said of it cannot be read. `news` of its payment tells. */
  mayBeUndone: boolean
}

export interface ListedOrder extends Money {
  reference: string
  merchant_reference: string
  /** Absent: paid by something for which Kontor has no word. */
  payment_product?: string
  /** True: authorized and captured in one operation. */
  capture: boolean
  /** Our id of the payment profile, for gateways that keep it. */
  payment_profile?: string
}

/** The gateway does not let this credential list payments, or not from that moment on. */
export class ListRefused extends Error {
  override name = 'ListRefused'
}

export interface KnownBatches {
  read?: string
  announced?: string
  late?: readonly string[]
}

/** The files in which a gateway says what it paid out. Their credential is that of `manifest.settlement`. */
export interface Settlements {
  /** Moves nothing. Says whose account the credential opens. */
  test(connection: Connection): Promise<ConnectionTest>
  /**
   * The files after a batch, oldest first, each when the one before was taken. `read`: the newest batch that is kept.
   * `announced`: the latest that the gateway announced. `late`: those before `read` that it announced later, which come first. Both absent: nothing is known of any. The same file may be given again. A batch
   * whose file cannot be kept is said, and the next one follows. Throws `FetchRefused` for a credential that may not fetch, and
   * `OutcomeUnknown` or `NotSent` for a gateway that gives no usable answer.
   */
  fetch(connection: Connection, known: KnownBatches): AsyncIterable<FetchedFile | MissedFile>
  /**
   * The lines of a file, in its order and one at a time. What of a line cannot be understood is said in it (`problem`). Throws
   * `FileUnreadable` for a file of another form.
   */
  read(content: Buffer, credential: Readonly<Record<string, string>>): AsyncIterable<SettlementLine>
  /**
   * Its files are made of the gateway's answers (docs/adr/0168): an amount that cannot be read is one that the gateway did not
   * say, and its file is whole.
   */
  madeOfAnswers?: true
}

export interface FetchedFile {
  /** Its number at the gateway. */
  batch: string
  name: string
  content: Buffer
}

export interface MissedFile {
  batch: string
  missed: Extract<SettlementFetchProblem, `file_${string}`>
}

/** One line of a settlement: what was added to what the gateway pays out, or taken from it. */
export interface SettlementLine {
  /** Its line in the file. */
  line: number
  kind: SettlementLineKind
  /** The gateway's own word for it. */
  type: string
  /** The reference of the order that it names. For a payment that was captured by an order of its own: that order's. */
  reference?: string
  /** The gateway's id of the operation. */
  id?: string
  /** The gateway's id of the payment. */
  payment_id?: string
  booked_at?: string
  batch?: string
  /** The currency of the amounts. */
  currency_code: string
  /** Absent only with a problem. */
  amounts?: SettledAmounts
  /** The payment or refund itself, in its own currency. */
  money?: Money
  problem?: SettlementLineProblem
  /** Its own words, by column. */
  source: Record<string, string>
}

/** What is taken from the account is negative; a fee is positive. gross = net + the fees. */
export interface SettledAmounts {
  gross: number
  net: number
  interchange: number
  scheme_fees: number
  markup: number
  commission: number
}

/** The file is not of the form that is expected: none of its lines counts. */
export class FileUnreadable extends Error {
  override name = 'FileUnreadable'
  readonly why: SettlementFileProblem
  readonly line: number | undefined
  readonly column: string | undefined

  constructor(why: SettlementFileProblem, at: { line?: number; column?: string } = {}) {
    super(why)
    this.why = why
    this.line = at.line
    this.column = at.column
  }
}

/** The gateway does not let this credential fetch its files. */
export class FetchRefused extends Error {
  override name = 'FetchRefused'
  readonly why: Extract<SettlementFetchProblem, 'credential_refused' | 'not_permitted'>

  constructor(why: FetchRefused['why']) {
    super(why)
    this.why = why
  }
}

export interface Connection {
  /** The gateway's base addresses, by their names in the manifest. */
  addresses: Readonly<Record<string, string>>
  mode: ProcessorMode
  /** The decrypted credential: names and values as in the gateway's documentation. */
  credential: Record<string, string>
  /** The values of the credential that nobody may read, also where a reply repeats them. */
  secrets?: readonly string[]
  /** The processor's own address for notifications, for gateways that are told it with each payment. */
  notification_url?: string
  /** The longest wait for a reply, in milliseconds. */
  timeout_ms: number
  /**
   * So long, in milliseconds, a question waits in all for a gateway that says that it is too busy to answer, and is asked again.
   * Absent: it does not wait.
   */
  patience_ms?: number
  /**
   * Called for every HTTP exchange, including failed ones, with unmasked bodies: the caller masks them before storing.
   */
  onExchange: (exchange: Exchange) => void
}

export interface Exchange {
  /** Set by the caller when it did something else than carry out the order, such as ask about it. */
  operation?: string
  method: string
  url: string
  request_body: string
  /** 0 when there was no reply. */
  response_code: number
  response_body: string
  duration_ms: number
}

export type ConnectionTest =
  | { ok: true; account: string }
  /** `field` is the name of the value of the credential that is wrong. */
  | { ok: false; field?: string; problem: CredentialProblem }

export interface Money {
  amount: number
  currency_code: string
}

/** What a gateway says of one operation, in a reply, to a question or in a notification. */
export interface Report {
  /** Our reference, where the gateway repeats it. */
  reference?: string
  operation: OrderKind
  /** The gateway's id of the operation: for an order on a payment that has no id of its own, the payment's. */
  id: string
  /** The gateway's id of the payment. */
  payment_id: string
  /** The amount of the operation, where the gateway repeats it. It shows whether the report is about our order. */
  money?: Money
  outcome: Outcome
  learnt?: Learnt
}

export type Outcome =
  | {
      is: 'done'
      /** APPROVED, of a payment: held, or taken where its order says so. */
      status: 'APPROVED' | 'AUTHORIZED' | 'CAPTURED' | 'SETTLED' | 'VOIDED' | 'REFUNDED' | 'IN_DISPUTE' | 'WON' | 'LOST'
    }
  /** The gateway has the order, and tells the outcome later. `awaits_payer`: nothing goes on before its payer does. */
  | { is: 'later'; awaits_payer?: true }
  /** The payer has to go on at this address. `fields`: his browser sends them there as a form (POST). */
  | { is: 'action'; url: string; fields?: Readonly<Record<string, string>> }
  | NotDone
  /** Was done and is so no more: a capture that failed after its success, a refund that came back. */
  | { is: 'undone'; reason: string }

/** Not done, and it never will be under this reference. */
export interface NotDone {
  is: 'not_done'
  /** `nobody`: the time for it ran out. `gateway` and `configuration`: neither issuer nor payer was asked. */
  by: 'issuer' | 'payer' | 'nobody' | 'risk' | 'gateway' | 'configuration'
  reason: string
  /** True: nothing was begun, and another processor may do it. */
  elsewhere?: boolean
  /** True: the order may have succeeded before it failed, because the gateway has one word for both. */
  maybe_undone?: true
}

/** A chargeback as it stands at the gateway. */
export interface ReportedChargeback {
  /** The gateway's id of the chargeback. */
  id: string
  /** The reference of the payment that was charged back. */
  reference: string
  money: Money
  reason: string
  reason_code: string
  status: 'OPEN' | 'IN_DISPUTE' | 'WON' | 'LOST' | 'CANCELLED'
  respond_by?: string
  /** When it was opened. Absent: now. */
  opened_at?: string
  /** False: it is news of a chargeback that we have, and nothing of any other. */
  opens?: false
}

export interface Learnt {
  card?: GatewayCard
  /** Set for an approved card payment. */
  three_d_secure?: ThreeDSecure
  agreement?: { token: string }
}

/** A card without its number, which only the payer and the gateway see. */
export interface GatewayCard {
  /** A word in small letters, because files show it unchanged. */
  brand: string
  /** Absent where the gateway does not say it. */
  bin?: string | undefined
  last_four: string
  expiry_month: number
  expiry_year: number
  /** Of the bank that gave the card, ISO 3166-1; absent where the gateway does not say it. */
  issuer_country?: string | undefined
  /** Absent where the gateway does not say it. */
  funding?: CardFunding | undefined
  /** Absent where the gateway does not say it. */
  holder?: CardHolder | undefined
  /** The vault's token of a card that was to be stored. */
  token?: string | undefined
}

/** What a gateway tells of a card that is not charged yet. */
export type DescribedCard = Pick<GatewayCard, 'brand' | 'bin' | 'issuer_country' | 'funding' | 'holder'>

/** The series of a subscription, charges at the shop's own times, or a payer who pays again without typing. */
export type StoredFor = 'recurring' | 'unscheduled' | 'one_click'

export interface AuthorizeRequest extends Money {
  reference: string
  payment_product: string
  /** A token of the gateway's vault, or one of its test tokens. Absent for products without a card. */
  card_token?: string
  /** Set where the token is of a card or an agreement that we keep. Without it, a payer's browser or the shop gave the token. */
  card_is_stored?: true
  /** True: authorize and capture in one operation. */
  capture: boolean
  /** True: the payer is present. A product with a page of the bank or wallet then sends the payer there. */
  payer_present?: boolean
  /** The address to which the payer comes back from such a page. It belongs to the first request. */
  return_url?: string
  /** True: store the card for later charges. An approval then holds the vault's token. */
  store_card?: boolean
  /** True: the payer agrees to future payments. An approval then holds the token by which they are charged. */
  store_agreement?: boolean
  /** What the card or the agreement is stored for, which card schemes ask. Absent: a request that was frozen before has none. */
  stored_for?: StoredFor
  agreement_token?: string
  /** The payer of a card must be authenticated. Set only with a payer who is present. */
  three_d_secure?: 'required'
  merchant_reference: string
  /** Our id of the payment profile, which the gateway keeps beside our reference where it can. */
  payment_profile?: string
  /** The text on the payer's statement; absent: the shop's own name. */
  descriptor?: string
  /** Who asks: the payer, a cycle of a subscription, or the merchant at a time of his own. Absent: the payer. */
  initiative?: 'payer' | 'recurring' | 'unscheduled'
  payer?: Payer
}

/** What is known of the payer. Whatever the payer's browser said is not to be trusted. */
export interface Payer {
  /** Our id of the customer, under which a gateway keeps his cards. */
  reference?: string
  /** The holder of the account from which is paid, as he or his shop says it. */
  name?: string
  /** The account that is debited, and the code that his bank showed him. He typed both for this payment alone. */
  iban?: string
  blik_code?: string
  ip?: string
  email?: string
  /** ISO 3166-1, two letters. */
  country?: string
  /** A language tag, such as `nl-NL`. */
  language?: string
  /** The origin of the page on which the payer is. */
  origin?: string
  browser?: PayerBrowser
}

/** What 3-D Secure asks of a browser. */
export interface PayerBrowser {
  user_agent: string
  accept: string
  language: string
  color_depth: number
  screen_height: number
  screen_width: number
  /** Minutes that UTC is ahead of the payer's clock, as `Date.getTimezoneOffset()` gives it. */
  time_zone_offset: number
  java_enabled: boolean
}

export interface ResumeRequest extends Money {
  reference: string
  /** Our reference of the authorization, of which the report is. */
  of: string
  /** As the authorization asked. */
  payment_product: string
  capture: boolean
  /** The gateway's id of the payment, where it is known. */
  payment_id?: string
  /** The names and values of the query or form with which the payer came back. */
  returned: Readonly<Record<string, string>>
}

export interface CancelReferenceRequest extends Money {
  reference: string
  key?: string
  /** Our reference of the authorization. */
  of: string
  /** Its approval also says that nothing will be carried out that arrives under this reference later. */
  bars_later?: true
}

/** A capture or void of an authorized payment. */
export interface FollowUpRequest extends Money {
  reference: string
  /** The gateway's id of the payment. */
  payment_id: string
}

export interface RefundRequest extends FollowUpRequest {
  /** The refunded payment, for gateways that did not make it (it was made before they were connected). */
  payment: { amount: number; merchant_reference: string }
}

export interface ChargebackRequest extends Money {
  reference: string
  key?: string
  /** The gateway's id of the chargeback. */
  chargeback_id: string
  /** The payment that was charged back, for gateways that did not make it (it was made before they were connected). */
  payment: { id: string; amount: number; merchant_reference: string }
}

export interface DisputeRequest extends ChargebackRequest {
  explanation?: string
  evidence: readonly EvidenceFile[]
}

export interface RevokeCardRequest {
  reference: string
  key?: string
  card_token: string
}

export interface EvidenceFile {
  reference: string
  name: string
  content_type: string
  /** Reads one file; files are read one at a time, because together they are large. */
  read: () => Promise<Buffer>
}

export type RevocationOutcome = { status: 'REVOKED' } | { status: 'FAILED'; reason: string }

export interface Sought {
  reference: string
  operation: OrderKind
  /** The gateway's id of the payment, where it is known. */
  payment_id?: string
}

export interface RawNotification {
  headers: Readonly<Record<string, string>>
  body: string
}

export type Notification = {
  /** The gateway's id of this notification; a second one with the same id changes nothing. */
  id: string
} & Told

/** What a notification reports. */
export type Told =
  | { about: 'operation'; report: Report & { reference: string } }
  | { about: 'chargeback'; chargeback: ReportedChargeback }
  /** Files of what was paid out can be fetched. `batch`: its number, where the gateway says it. */
  | { about: 'settlement'; batch?: string }
  /** There is news of a payment, and the gateway has to be asked what. */
  | { about: 'payment'; payment_id: string }
  /**
   * Authentic, but of a type or with a status that this adapter does not know. `external` is the gateway's id of what it tells
   * of, so that the second refund of a payment is not taken for the first.
   */
  | { about: 'unknown'; type: string; reference?: string; external?: string; money?: Money }

/**
 * The work has not begun: nothing left this machine, or the gateway says so itself. The same may be sent again, and there is
 * nothing to ask.
 */
export class NotSent extends Error {
  override name = 'NotSent'
  /** The gateway asked for this pause, in milliseconds. */
  readonly retry_after_ms: number | undefined

  constructor(message: string, { retry_after_ms, ...options }: ErrorOptions & { retry_after_ms?: number } = {}) {
    super(message, options)
    this.retry_after_ms = retry_after_ms
  }
}

/**
 * What is to be cancelled is not found: it may still arrive, or the gateway does not show it yet. Nothing was sent. After the life
 * of a key the engine ends such an order, and a person looks.
 */
export class NotFoundYet extends NotSent {
  override name = 'NotFoundYet'
}

/** The gateway's answer did not arrive or cannot be read: the work may or may not have been done. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** No answer of the gateway came. Another question may get none either. */
export class NoAnswer extends OutcomeUnknown {}

/** The gateway failed, and answers each repetition with the same failure for as long as it keeps the key. */
export class FailureKept extends NoAnswer {
  override name = 'FailureKept'
  /** True: this is such a repetition. */
  readonly isRepeated: boolean

  constructor(message: string, { isRepeated = false } = {}) {
    super(message)
    this.isRepeated = isRepeated
  }
}

/** The gateway answers, and cannot say whether it has the order, or does not let this credential ask. */
export class NotAnswerable extends OutcomeUnknown {
  override name = 'NotAnswerable'
}

/** A question that the gateway refuses: that says nothing about the order that is asked for. */
export class QuestionRefused extends NotAnswerable {
  override name = 'QuestionRefused'
  readonly outcome: NotDone

  constructor(outcome: NotDone) {
    super(`could not ask: ${outcome.reason}`)
    this.outcome = outcome
  }
}

/** A reply is about another payment, by its reference. To a resumption: what the payer brought back is of no use. */
export class OfAnotherPayment extends OutcomeUnknown {
  override name = 'OfAnotherPayment'
}

/** A notification whose signature or age is wrong. */
export class NotificationRefused extends Error {
  override name = 'NotificationRefused'
}
