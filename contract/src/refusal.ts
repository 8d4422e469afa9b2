import { z } from 'zod'

/** Every refusal of Kontor, with its HTTP status. The texts are `errors.{code}` of the translations. */
export const refusals = {
  invalid_request: 400,
  unauthenticated: 401,
  session_expired: 401,
  invalid_credentials: 401,
  forbidden: 403,
  origin_refused: 403,
  not_found: 404,
  idempotency_key_in_use: 409,
  idempotency_key_reused: 409,
  merchant_inactive: 409,
  transaction_not_refundable: 409,
  refund_exceeds_refundable: 409,
  refund_blocked_by_chargeback: 409,
  contradiction_over: 409,
  contradiction_not_settleable: 409,
  contradiction_overtaken: 409,
  contradiction_open: 409,
  status_overtaken: 409,
  status_not_possible: 409,
  payment_has_refunds: 409,
  chargeback_not_open: 409,
  chargeback_answer_not_supported: 409,
  chargeback_deadline_over: 409,
  evidence_required: 409,
  evidence_refused: 422,
  evidence_full: 409,
  settlement_inactive: 409,
  scheduled_transaction_over: 409,
  scheduled_transaction_not_retryable: 409,
  transaction_not_capturable: 409,
  transaction_not_voidable: 409,
  capture_exceeds_authorized: 409,
  operation_in_progress: 409,
  operation_not_cancellable: 409,
  operation_not_stuck: 409,
  credential_changed: 409,
  credential_in_use_not_tested: 409,
  credential_not_tested: 409,
  credential_of_another_account: 409,
  credential_test_failed: 409,
  credential_incomplete: 409,
  no_second_credential: 409,
  orders_under_way: 409,
  second_credential_vouched: 409,
  plan_in_use: 409,
  plan_has_subscriptions: 409,
  discount_in_use: 409,
  discount_not_eligible: 409,
  discount_already_active: 409,
  subscription_over: 409,
  no_processor_for_product: 409,
  card_check_not_possible: 409,
  own_account: 409,
  link_not_active: 409,
  payment_in_progress: 409,
  terms_changed: 409,
  no_stored_card: 409,
  no_agreement: 409,
  mfa_required: 409,
  mfa_not_enabled: 409,
  no_passkey: 409,
  not_a_demo: 409,
  customer_in_use: 409,
  customer_erased: 409,
  reference_taken: 409,
  terminal_inactive: 409,
  terminal_id_taken: 409,
  terminal_in_use: 409,
  tag_text_taken: 409,
  bundle_name_taken: 409,
  tag_into_itself: 409,
  checkout_in_use: 409,
  api_key_ended: 409,
  webhook_waiting: 409,
  organisation_in_use: 409,
  organisation_is_merchant: 409,
  payment_profile_in_use: 409,
  processors_changed: 409,
  share_exists: 409,
  share_not_needed: 409,
  share_not_pending: 409,
  share_not_accepted: 409,
  share_shops_changed: 409,
  share_under_way: 409,
  middleware_changed: 409,
  middleware_in_use: 409,
  tag_in_use: 409,
  rulesets_full: 409,
  ruleset_changed: 409,
  ruleset_left_behind: 409,
  routing_changed: 409,
  routing_in_use: 409,
  invalid_route: 422,
  unroutable: 422,
  external_id_taken: 409,
  user_email_taken: 409,
  user_disabled: 409,
  user_in_use: 409,
  holds_more: 409,
  last_holder: 409,
  invitation_accepted: 409,
  invitation_open: 409,
  welcome_mail_in_use: 409,
  import_not_possible: 409,
  import_unknown_format: 422,
  import_card_number: 422,
  import_unreadable: 422,
  report_over: 409,
  report_pending: 409,
  report_space_used: 409,
  reports_pending: 409,
  name_taken: 409,
  limit_reached: 409,
  not_in_the_future: 422,
  too_far: 422,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  card_revoked: 409,
  card_token_unknown: 422,
  currency_mismatch: 422,
  amount_too_large: 422,
  daily_volume_exceeded: 409,
  refund_too_large: 422,
  refund_window_over: 409,
  partial_capture_not_allowed: 409,
  invalid_token: 422,
  invalid_code: 422,
  invalid_password: 422,
  password_too_weak: 422,
  password_leaked: 422,
  email_not_of_link: 422,
  mfa_type_refused: 422,
  passkey_refused: 422,
  sign_on_not_offered: 422,
  sign_on_refused: 422,
  sign_on_required: 403,
  notification_refused: 422,
  headers_too_large: 431,
  too_many_attempts: 429,
  too_many_exports: 429,
  too_many_backtests: 429,
  backtest_too_long: 422,
  backtest_too_varied: 422,
  internal_error: 500,
  unavailable: 503,
} as const satisfies Record<string, number>

export type RefusalCode = keyof typeof refusals

/** Reasons why parts of the input were refused, keyed by path: `body.amount`, `query.status[]`. */
export type RefusalDetails = Readonly<Record<string, string | readonly string[] | number>>

/**
 * A deliberate "no" to an understood request. Expected, typed and translated; never logged as an error. Rolls the
 * transaction back.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly details: RefusalDetails

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }

  get status(): number {
    return refusals[this.code]
  }
}

/** `application/problem+json` (RFC 9457) with our `code`, `details` and `request_id`. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string(),
    details: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.number()])).optional(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'problem' })
export type Problem = z.infer<typeof problemSchema>
