import type { SettlementLineKind } from '@kontor/contract/processors/processor-settlement.rules'
import type { NotDone, ReportedChargeback } from '../gateway.ts'
import type { OrderKind } from '../manifest.ts'
import { knownWords } from '../reading/known-words.ts'

/*
 * What Adyen's words mean, as data. `adyen.test.ts` holds them against Adyen's document: each word that is documented is in a
 * table. A word that is in none is not known, and nothing is done because of it.
 */

/**
 * The result of a payment. `action`: its payer has to go on, or our account asks for a step that we do not offer. `part`: some of
 * the money is held, for an order of several payments, which Kontor never begins.
 */
export const resultCodes: Readonly<Record<string, 'approved' | 'part' | 'later' | 'action' | NotDone['by']>> =
  knownWords({
    Authorised: 'approved',
    Refused: 'issuer',
    Cancelled: 'payer',
    Error: 'gateway',
    PartiallyAuthorised: 'part',
    Pending: 'later',
    Received: 'later',
    Success: 'later',
    AuthenticationFinished: 'later',
    AuthenticationNotRequired: 'later',
    RedirectShopper: 'action',
    IdentifyShopper: 'action',
    ChallengeShopper: 'action',
    PresentToShopper: 'action',
  })

/** `action.type` of a step that only Adyen's own script can show. */
export const stepsOfScript: readonly string[] = [
  ...['await', 'bankTransfer', 'delegatedAuthentication', 'nativeRedirect', 'qrCode', 'sdk', 'wechatpaySDK'],
  ...['threeDS2', 'voucher'],
]

/** Who said no, and our word for it where there is one. */
interface RefusalReason {
  by?: NotDone['by']
  reason?: string
}

/** By `refusalReasonCode`. All others: the one that the result names. */
export const refusalReasons: Readonly<Record<string, RefusalReason>> = knownWords({
  '2': { reason: 'do_not_honor' },
  '4': { by: 'gateway', reason: 'processor_error' },
  '6': { reason: 'expired_card' },
  '8': { reason: 'unknown_card' },
  '9': { reason: 'issuer_unavailable' },
  '11': { reason: 'authentication_failed' },
  '12': { reason: 'insufficient_funds' },
  '14': { by: 'risk' },
  '15': { by: 'payer', reason: 'cancelled_by_payer' },
  '16': { by: 'payer', reason: 'cancelled_by_payer' },
  '20': { by: 'risk' },
  '22': { by: 'risk' },
  '28': { reason: 'limit_exceeded' },
  '29': { reason: 'limit_exceeded' },
  '31': { by: 'risk' },
})

/**
 * The texts that Adyen documents for these codes, in small letters. A notification has the text alone, and it may be any other as
 * well: then nothing says who said no.
 */
export const refusalTexts: Readonly<Record<string, string>> = knownWords({
  refused: '2',
  'acquirer error': '4',
  'expired card': '6',
  'invalid card number': '8',
  'issuer unavailable': '9',
  '3d not authenticated': '11',
  'not enough balance': '12',
  'acquirer fraud': '14',
  cancelled: '15',
  'shopper cancelled': '16',
  fraud: '20',
  'fraud-cancelled': '22',
  'withdrawal amount exceeded': '28',
  'withdrawal count exceeded': '29',
  'issuer suspected fraud': '31',
})

/** `later`: the outcome comes later. */
type Meaning = 'approved' | 'captured' | 'voided' | 'refunded' | 'undone' | 'not_done' | 'later'

/** Events about an order of ours: what each means when `success` is true, and when it is false. */
export const orderEvents: Readonly<Record<string, { operation: OrderKind; yes: Meaning; no?: Meaning }>> = knownWords({
  AUTHORISATION: { operation: 'authorize', yes: 'approved', no: 'not_done' },
  PENDING: { operation: 'authorize', yes: 'later' },
  CAPTURE: { operation: 'capture', yes: 'captured', no: 'not_done' },
  CAPTURE_FAILED: { operation: 'capture', yes: 'undone' },
  CANCELLATION: { operation: 'void', yes: 'voided', no: 'not_done' },
  EXPIRE: { operation: 'void', yes: 'voided' },
  TECHNICAL_CANCEL: { operation: 'cancel_reference', yes: 'voided', no: 'not_done' },
  REFUND: { operation: 'refund', yes: 'refunded', no: 'not_done' },
  POSTPONED_REFUND: { operation: 'refund', yes: 'later' },
  REFUND_FAILED: { operation: 'refund', yes: 'undone' },
  REFUNDED_REVERSED: { operation: 'refund', yes: 'undone' },
})

type ByStatus = Readonly<Record<string, ReportedChargeback['status']>>

/** `disputeStatus` when the time for a defense is over. */
const ended: ByStatus = knownWords({
  Unresponded: 'OPEN',
  Responded: 'IN_DISPUTE',
  Pending: 'IN_DISPUTE',
  Expired: 'LOST',
  Undefended: 'LOST',
  Accepted: 'LOST',
  Lost: 'LOST',
  Won: 'WON',
})
/** The same before: it can still be defended, whoever has the money meanwhile. An account may leave the word out. */
const begun: ByStatus = knownWords({ ...ended, '': 'OPEN', Undefended: 'OPEN', Pending: 'OPEN' })

/** The same when the money is back. While it is pending, the issuer may still answer. */
const reversed: ByStatus = knownWords({ '': 'WON', Won: 'WON', Pending: 'IN_DISPUTE' })

/** Events about a chargeback: what each means, or what it means by its `disputeStatus`. Another status is for a person. */
export const chargebackEvents: Readonly<Record<string, ReportedChargeback['status'] | ByStatus>> = knownWords({
  NOTIFICATION_OF_CHARGEBACK: begun,
  CHARGEBACK: begun,
  DISPUTE_DEFENSE_PERIOD_ENDED: ended,
  INFORMATION_SUPPLIED: 'IN_DISPUTE',
  CHARGEBACK_REVERSED: reversed,
  PREARBITRATION_WON: reversed,
  SECOND_CHARGEBACK: 'LOST',
  PREARBITRATION_LOST: 'LOST',
})

/**
 * Events that ask nothing of us, and move nothing: the stored card also comes with the authorization, an order of several payments
 * was begun, a refused payment is not tried again by Adyen, a person at Adyen let a payment go on, and an event was sent again. A
 * page that was left (OFFER_CLOSED) decides nothing: the approval of the same payment may come after it.
 */
export const uselessEvents: readonly string[] = [
  ...['RECURRING_CONTRACT', 'ORDER_OPENED', 'CANCEL_AUTORESCUE', 'MANUAL_REVIEW_ACCEPT', 'PROCESS_RETRY'],
  'OFFER_CLOSED',
]

/** A question of the issuer before there is a chargeback. */
export const inquiryEvents: readonly string[] = ['REQUEST_FOR_INFORMATION']

/** Events for a person. Those that name a payment stand at that payment. */
export const eventsForPeople: readonly string[] = [
  ...inquiryEvents,
  // A warning, and a person at Adyen who stopped a payment: Adyen then releases the money or pays it back.
  ...['NOTIFICATION_OF_FRAUD', 'MANUAL_REVIEW_REJECT'],
  // Kontor never sends these orders: somebody did at Adyen, or Adyen itself.
  ...['CANCEL_OR_REFUND', 'REFUND_WITH_DATA', 'VOID_PENDING_REFUND', 'AUTHORISATION_ADJUSTMENT', 'AUTORESCUE'],
  ...['ORDER_CLOSED', 'DONATION', 'HANDLED_EXTERNALLY'],
  // Money that Adyen pays to others than the payer.
  ...['PAYOUT_THIRDPARTY', 'PAYOUT_DECLINE', 'PAYOUT_EXPIRE', 'PAIDOUT_REVERSED'],
  // A step of a dispute that decides nothing by itself.
  ...['ISSUER_COMMENTS', 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED'],
  // Reports other than that of settlements.
  'REPORT_AVAILABLE',
]

/** Adyen's words for brands where ours are others. */
export const brands: Readonly<Record<string, string>> = knownWords({
  mc: 'mastercard',
  mastercard: 'mastercard',
  visa: 'visa',
  amex: 'amex',
  maestro: 'maestro',
  mcdebit: 'mastercard',
  visadebit: 'visa',
  visacredit: 'visa',
})

/** What `Type` of a line of the settlement details report means. A word that is not here is kept and shown. */
export const settlementTypes: Readonly<Record<string, SettlementLineKind>> = knownWords({
  Settled: 'payment',
  SettledBulk: 'payment',
  SettledInInstallments: 'payment',
  AdvancementCommissionInInstallments: 'fee',
  Refunded: 'refund',
  RefundedBulk: 'refund',
  RefundedReversed: 'refund_reversed',
  Chargeback: 'chargeback',
  SecondChargeback: 'chargeback',
  ChargebackReversed: 'chargeback_reversed',
  SettledReversed: 'correction',
  Fee: 'fee',
  MiscCosts: 'fee',
  InvoiceDeduction: 'fee',
  MerchantPayin: 'payout',
  MerchantPayout: 'payout',
  Balancetransfer: 'transfer',
  InternalCompanyPayout: 'transfer',
  ReserveAdjustment: 'correction',
  DepositCorrection: 'correction',
})
