/**
 * The codes that say why something has its status. The fields of kind `text` that hold them are marked as codes
 * (`field.ts`); the web has a text for each, `status_reason.{code}` and `reason.{code}`. A real processor may send others,
 * so the fields take any text, and a code that nobody knows is shown as it is.
 */

/** The payer's bank or the card's issuer said no. */
const declines = [
  'insufficient_funds',
  'do_not_honor',
  'limit_exceeded',
  'expired_card',
  'stolen_card',
  'lost_card',
  'unknown_card',
  'account_closed',
  'issuer_unavailable',
] as const

/** The payer did not finish. */
const payers = [
  'authentication_failed',
  'authentication_not_completed',
  'cancelled_by_payer',
  'payer_did_not_return',
] as const

/** Our own rules against fraud. */
const blocks = [
  'rule_too_many_attempts',
  'rule_country',
  'rule_amount',
  'middleware',
  'middleware_silent',
  'ruleset',
] as const

/** The processor could not or would not do what it was asked. */
const processors = [
  'already_captured',
  'already_voided',
  'amount_differs',
  'amount_not_possible',
  'amount_too_small',
  'balance_too_low',
  'capture_failed',
  'capture_exceeds_authorized',
  'capture_only_at_once',
  'card_token_missing',
  'credential_refused',
  'currency_differs',
  'deadline_over',
  'evidence_refused',
  'internal_error',
  'invalid_request',
  'more_files_than_fields',
  'no_answer_in_time',
  'not_authorized',
  'not_captured',
  'not_permitted',
  'not_possible_now',
  'not_sent',
  'payer_name_missing',
  'processor_error',
  'refund_exceeds_captured',
  'refund_period_over',
  'refund_returned',
  'seen_not_done',
  'unknown_agreement',
  'unknown_chargeback',
  'unknown_evidence',
  'unknown_payment',
] as const

/** Kontor refused to begin a planned payment, or one of a subscription. */
const refusals = [
  'amount_too_large',
  'card_revoked',
  'card_token_unknown',
  'currency_mismatch',
  'customer_erased',
  'daily_volume_exceeded',
  'later_capture_not_possible',
  'merchant_inactive',
  'no_agreement',
  'no_processor_for_product',
  'no_stored_card',
  'operation_in_progress',
  'payment_in_doubt',
] as const

/** A payment that ended without a reason of its own: its status. */
const ends = ['abandoned', 'authorization_voided', 'cancelled', 'declined', 'failed'] as const

/** People and time. */
const others = [
  'by_hand',
  'cancelled_by_merchant',
  'card_not_stored',
  'date_reached',
  'maximum_attempts',
  'money_did_not_arrive',
  'not_paid_in_time',
  'payer_gone',
] as const

export const statusReasons = [
  ...declines,
  ...payers,
  ...blocks,
  ...processors,
  ...refusals,
  ...ends,
  ...others,
] as const
export type StatusReason = (typeof statusReasons)[number]

/** Why the issuer takes the money back, as processors say it. */
export const chargebackReasons = [
  'fraud_card_absent',
  'goods_not_received',
  'not_as_described',
  'no_cardholder_authorisation',
  'card_not_present',
  'unauthorised_payment',
  'refused_by_debtor',
] as const
export type ChargebackReason = (typeof chargebackReasons)[number]

/** The known codes of each field that is marked as a code, by the field's name. */
export const knownCodes = { status_reason: statusReasons, reason: chargebackReasons } as const
