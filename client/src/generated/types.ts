// Made from the endpoints of the contract by "npm run generate": do not edit.

import type { CallOptions } from '../call-options.ts'
import type { Rows } from '../rows.ts'

/** A value of a list that may grow: a program has to expect others. */
export type Open<T extends string> = T | (string & {})

/** Why Kontor refuses a call. */
export type RefusalCode = Open<'invalid_request' | 'unauthenticated' | 'session_expired' | 'invalid_credentials' | 'network_not_allowed' | 'forbidden' | 'origin_refused' | 'fresh_factor_needed' | 'same_person' | 'not_found' | 'idempotency_key_in_use' | 'idempotency_key_reused' | 'merchant_inactive' | 'transaction_not_refundable' | 'refund_exceeds_refundable' | 'refunded_meanwhile' | 'refund_blocked_by_chargeback' | 'contradiction_over' | 'contradiction_not_settleable' | 'contradiction_overtaken' | 'contradiction_open' | 'cycle_has_payment' | 'payment_attached' | 'amount_differs' | 'customer_differs' | 'card_differs' | 'status_overtaken' | 'status_not_possible' | 'payment_has_refunds' | 'bank_account_exists' | 'bank_account_over' | 'bank_account_in_use' | 'bank_account_not_pending' | 'bank_account_not_verified' | 'bank_account_decided' | 'bank_account_is_default' | 'name_check_failed' | 'document_refused' | 'documents_full' | 'alarm_over' | 'chargeback_not_open' | 'chargeback_answer_not_supported' | 'chargeback_deadline_over' | 'evidence_required' | 'evidence_refused' | 'evidence_full' | 'invoice_credited' | 'invoice_is_credit_note' | 'invoice_not_in_ubl' | 'invoice_nothing_due' | 'invoice_particulars_missing' | 'invoice_payment_account_missing' | 'invoice_without_recipients' | 'settlement_inactive' | 'difference_over' | 'difference_not_linkable' | 'line_matched' | 'file_not_decided' | 'file_closed' | 'not_net_of_file' | 'settlement_not_closed' | 'settlement_without_recipients' | 'settlement_not_on_hold' | 'settlement_profile_exists' | 'settlement_profile_in_use' | 'settlement_profile_not_on_hold' | 'settlement_profile_on_hold' | 'settlement_profile_with_payouts' | 'settlement_schedule_default' | 'settlement_schedule_in_use' | 'bank_account_of_book' | 'bank_account_of_invoices' | 'exchange_rate_missing' | 'scheduled_transaction_over' | 'scheduled_transaction_not_retryable' | 'transaction_not_capturable' | 'transaction_not_voidable' | 'capture_exceeds_authorized' | 'operation_in_progress' | 'operation_not_cancellable' | 'operation_not_stuck' | 'credential_changed' | 'credential_in_use_not_tested' | 'credential_not_tested' | 'credential_of_another_account' | 'credential_test_failed' | 'credential_incomplete' | 'no_second_credential' | 'orders_under_way' | 'second_credential_vouched' | 'plan_in_use' | 'plan_has_subscriptions' | 'discount_in_use' | 'discount_not_eligible' | 'discount_already_active' | 'subscription_over' | 'no_processor_for_product' | 'card_check_not_possible' | 'own_account' | 'link_not_active' | 'link_mails_used_up' | 'payment_in_progress' | 'payment_in_doubt' | 'terms_changed' | 'no_stored_card' | 'no_agreement' | 'mfa_required' | 'mfa_not_enabled' | 'no_passkey' | 'not_a_demo' | 'customer_in_use' | 'customer_erased' | 'reference_taken' | 'terminal_inactive' | 'terminal_id_taken' | 'terminal_in_use' | 'tag_text_taken' | 'bundle_name_taken' | 'tag_into_itself' | 'checkout_in_use' | 'api_key_ended' | 'webhook_waiting' | 'organisation_in_use' | 'organisation_is_merchant' | 'payment_profile_in_use' | 'processors_changed' | 'processor_shared' | 'share_exists' | 'share_not_needed' | 'share_not_pending' | 'share_not_accepted' | 'share_shops_changed' | 'share_under_way' | 'middleware_changed' | 'middleware_in_use' | 'too_many_checks' | 'tag_in_use' | 'rulesets_full' | 'ruleset_changed' | 'ruleset_left_behind' | 'draft_changed' | 'routing_changed' | 'routing_in_use' | 'invalid_route' | 'unroutable' | 'external_id_taken' | 'user_email_taken' | 'user_disabled' | 'user_in_use' | 'holds_more' | 'last_holder' | 'invitation_accepted' | 'invitation_open' | 'welcome_mail_in_use' | 'scheme_overlap' | 'scheme_gap' | 'scheme_lines_refused' | 'lines_below_cost' | 'month_owed' | 'scheme_in_use' | 'scheme_inactive' | 'version_frozen' | 'version_changed' | 'version_not_submitted' | 'version_under_way' | 'charged_as_expected' | 'rehearsal_missing' | 'rehearsal_left_out' | 'rehearsal_under_way' | 'package_in_use' | 'package_inactive' | 'day_closed' | 'ledger_not_open' | 'import_not_possible' | 'import_unknown_format' | 'import_card_number' | 'import_unreadable' | 'payout_account_missing' | 'payout_account_changed' | 'payout_not_approved' | 'payout_has_left' | 'payout_debited' | 'bank_account_cooling_off' | 'debit_account_missing' | 'payment_order_empty' | 'payout_too_large' | 'payment_order_not_created' | 'payment_order_not_approved' | 'payment_order_over' | 'order_changed' | 'psp_bank_account_missing' | 'settlement_update_open' | 'settlement_update_over' | 'status_update_open' | 'status_update_over' | 'sap_not_connected' | 'sap_nothing_to_send' | 'sap_unmapped' | 'sap_batch_not_sent' | 'sap_mapping_exists' | 'sap_since_kept' | 'more_than_debt' | 'statement_unreadable' | 'statement_other_account' | 'statement_gap' | 'file_known' | 'entry_decided' | 'entry_not_client_money' | 'entry_other_side' | 'entry_names_payout' | 'file_received' | 'lines_not_decided' | 'sweep_exceeds_surplus' | 'sweep_account_wrong' | 'sweep_over' | 'sweep_at_bank' | 'one_off_not_open' | 'one_off_changed' | 'one_off_over' | 'report_over' | 'report_pending' | 'report_space_used' | 'reports_pending' | 'name_taken' | 'limit_reached' | 'not_in_the_future' | 'too_far' | 'request_timeout' | 'payload_too_large' | 'unsupported_media_type' | 'card_revoked' | 'card_token_unknown' | 'currency_mismatch' | 'amount_too_large' | 'daily_volume_exceeded' | 'refund_too_large' | 'refund_window_over' | 'refund_not_possible' | 'partial_refund_not_possible' | 'later_capture_not_possible' | 'partial_capture_not_allowed' | 'invalid_token' | 'invalid_code' | 'invalid_password' | 'password_too_weak' | 'password_leaked' | 'email_not_of_link' | 'mfa_type_refused' | 'passkey_refused' | 'sign_on_not_offered' | 'sign_on_refused' | 'sign_on_required' | 'notification_refused' | 'headers_too_large' | 'too_many_attempts' | 'too_many_exports' | 'too_many_backtests' | 'too_many_bank_accounts' | 'backtest_too_long' | 'backtest_too_varied' | 'internal_error' | 'unavailable'>

export interface Client {
  /** Payments */
  readonly transactions: {
    /** Volume and count per period */
    aggregate(query?: TransactionSeriesQuery, options?: CallOptions): Promise<TransactionSeriesReply>
    /** Count and volume per browser */
    aggregateBrowser(query?: TransactionByBrowserQuery, options?: CallOptions): Promise<TransactionByCountryReply>
    /** Count and volume per country */
    aggregateCountry(query?: TransactionByCountryQuery, options?: CallOptions): Promise<TransactionByCountryReply>
    /** Number of transactions that passed each status */
    aggregateLifecycle(query?: TransactionLifecycleQuery, options?: CallOptions): Promise<TransactionLifecycleReply>
    /** Volume per country */
    aggregateLocation(query?: TransactionLocationQuery, options?: CallOptions): Promise<TransactionLocationRow[]>
    /** Count and volume per payment product */
    aggregatePaymentProduct(query?: TransactionByPaymentProductQuery, options?: CallOptions): Promise<TransactionByCountryReply>
    /** Count and volume per operating system */
    aggregatePlatform(query?: TransactionByPlatformQuery, options?: CallOptions): Promise<TransactionByCountryReply>
    /** Outcomes: count and volume per status */
    aggregateStatus(query?: TransactionByStatusQuery, options?: CallOptions): Promise<TransactionByCountryReply>
    /** Count and volume per weekday and hour */
    aggregateTimeOfDay(query?: TransactionTimeOfDayQuery, options?: CallOptions): Promise<TransactionTimeOfDayReply>
    /** Successful payments of today, per currency */
    aggregateToday(options?: CallOptions): Promise<TransactionTodayReply>
    /** Totals, averages per period, and growth */
    aggregateTotal(query?: TransactionTotalQuery, options?: CallOptions): Promise<TransactionTotalReply>
    /** Capture an authorized payment */
    capture(id: string, body: CaptureTransactionBody, options?: CallOptions): Promise<TransactionWithRedirect>
    /** Count transaction */
    count(query?: Omit<ListTransactionQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Take a payment */
    create(body: CreateTransactionBody, options?: CallOptions): Promise<TransactionWithRedirect>
    /** Say why a payment went to its processor: the way through the routing and the rulesets that it hit */
    decision(id: string, options?: CallOptions): Promise<GetTransactionDecisionReply>
    /** List everything that happened to a transaction */
    events(id: string, options?: CallOptions): Promise<ListTransactionEventsRow[]>
    /** Get transaction */
    get(id: string, options?: CallOptions): Promise<Transaction>
    /** List transaction */
    list(query?: ListTransactionQuery, options?: CallOptions): Rows<Transaction>
    /** Get what was booked of a payment, its refunds and chargebacks, and why each fee is what it is */
    money(id: string, options?: CallOptions): Promise<GetTransactionMoneyReply>
    /** Refund a payment */
    refund(id: string, body: RefundTransactionBody, options?: CallOptions): Promise<Refund>
    /** Put a tag on a payment */
    tag(id: string, body: TagTransactionBody, options?: CallOptions): Promise<Transaction>
    /** List the totals of transaction per currency */
    totals(query?: Omit<ListTransactionQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<TotalTransactionRow[]>
    /** Take a tag off a payment */
    untag(id: string, body: TagTransactionBody, options?: CallOptions): Promise<Transaction>
    /** Void an authorized payment */
    void(id: string, options?: CallOptions): Promise<TransactionWithRedirect>
  }
  /** Money that was given back */
  readonly refunds: {
    /** Volume and count per period */
    aggregate(query?: RefundSeriesQuery, options?: CallOptions): Promise<TransactionSeriesReply>
    /** Count and volume per payment product of the payment */
    aggregatePaymentProduct(query?: RefundByPaymentProductQuery, options?: CallOptions): Promise<TransactionByCountryReply>
    /** Count and volume per payment method type of the payment */
    aggregatePaymentProductType(query?: RefundByPaymentProductTypeQuery, options?: CallOptions): Promise<TransactionByCountryReply>
    /** Count and volume per status */
    aggregateStatus(query?: RefundByStatusQuery, options?: CallOptions): Promise<TransactionByCountryReply>
    /** Totals, averages per period, and growth */
    aggregateTotal(query?: RefundTotalQuery, options?: CallOptions): Promise<TransactionTotalReply>
    /** Count refund */
    count(query?: Omit<ListRefundQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Get refund */
    get(id: string, options?: CallOptions): Promise<Refund>
    /** The refunds of the highest amounts */
    highest(query?: HighestRefundsQuery, options?: CallOptions): Promise<HighestRefundsReply>
    /** List refund */
    list(query?: ListRefundQuery, options?: CallOptions): Rows<Refund>
    /** List the totals of refund per currency */
    totals(query?: Omit<ListRefundQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<TotalRefundRow[]>
  }
  /** Payments that cardholders dispute, and the evidence against that */
  readonly chargebacks: {
    /** Accept a chargeback */
    accept(id: string, options?: CallOptions): Promise<Chargeback>
    /** Count chargeback */
    count(query?: Omit<ListChargebackQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Dispute a chargeback with the evidence that was added to it */
    dispute(id: string, body: DisputeChargebackBody, options?: CallOptions): Promise<Chargeback>
    /** List the evidence of a chargeback */
    evidence(id: string, options?: CallOptions): Promise<ListEvidenceRow[]>
    /** Get chargeback */
    get(id: string, options?: CallOptions): Promise<Chargeback>
    /** List chargeback */
    list(query?: ListChargebackQuery, options?: CallOptions): Rows<Chargeback>
    /** Remove a file of evidence */
    removeEvidence(id: string, evidence: string, options?: CallOptions): Promise<void>
    /** List the totals of chargeback per currency */
    totals(query?: Omit<ListChargebackQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<TotalRefundRow[]>
  }
  /** The people who paid, and what they bought */
  readonly customers: {
    /** New customers per period */
    aggregate(query?: CustomerSeriesQuery, options?: CallOptions): Promise<CustomerSeriesReply>
    /** Customers per segment, and what they bought */
    aggregateSegment(query?: CustomerBySegmentQuery, options?: CallOptions): Promise<TransactionByCountryReply>
    /** New customers per status */
    aggregateStatus(query?: CustomerByStatusQuery, options?: CallOptions): Promise<CustomerByStatusReply>
    /** Totals, averages per period, and growth */
    aggregateTotal(query?: CustomerTotalQuery, options?: CallOptions): Promise<CustomerTotalReply>
    /** The customers with the most payments, or the highest volume */
    best(query?: BestCustomersQuery, options?: CallOptions): Promise<BestCustomersReply>
    /** Count customer */
    count(query?: Omit<ListCustomerQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Create a customer */
    create(body: CreateCustomerBody, options?: CallOptions): Promise<Customer>
    /** Delete a customer that nothing refers to */
    delete(id: string, options?: CallOptions): Promise<void>
    /** Erase the personal data of a customer */
    erase(id: string, options?: CallOptions): Promise<Customer>
    /** List what people did with a customer, newest first */
    events(id: string, options?: CallOptions): Promise<ListCustomerEventsRow[]>
    /** Get customer */
    get(id: string, options?: CallOptions): Promise<Customer>
    /** List customer */
    list(query?: ListCustomerQuery, options?: CallOptions): Rows<Customer>
    /** Read the masked values of a customer; the reading is recorded */
    reveal(id: string, options?: CallOptions): Promise<RevealCustomerReply>
    /** Count the customers in each segment */
    segments(query?: CountCustomerSegmentsQuery, options?: CallOptions): Promise<CustomerSegments>
    /** Get what a customer bought, by currency, and the stored cards */
    summary(id: string, options?: CallOptions): Promise<GetCustomerSummaryReply>
    /** Change a customer */
    update(id: string, body: UpdateCustomerBody, options?: CallOptions): Promise<Customer>
  }
  /** Cards that customers stored */
  readonly cards: {
    /** Count card */
    count(query?: Omit<ListCardQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Get card */
    get(id: string, options?: CallOptions): Promise<Card>
    /** List card */
    list(query?: ListCardQuery, options?: CallOptions): Rows<Card>
    /** Revoke a stored card */
    revoke(id: string, options?: CallOptions): Promise<Card>
  }
  /** Links by which customers pay */
  readonly paymentLinks: {
    /** List what happened to a payment link */
    activity(id: string, options?: CallOptions): Promise<ListPaymentLinkActivityRow[]>
    /** Get the address of the page of a payment link */
    address(id: string, options?: CallOptions): Promise<{ /** The address of the page. Everybody who has it can use the link */ readonly url: string }>
    /** Count payment link */
    count(query?: Omit<ListPaymentLinkQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Make a payment link */
    create(body: CreatePaymentLinkBody, options?: CallOptions): Promise<PaymentLinkWithUrl>
    /** Expire a payment link now */
    expire(id: string, options?: CallOptions): Promise<PaymentLink>
    /** Get payment link */
    get(id: string, options?: CallOptions): Promise<PaymentLink>
    /** List payment link */
    list(query?: ListPaymentLinkQuery, options?: CallOptions): Rows<PaymentLink>
    /** Mail a payment link once more */
    mail(id: string, body: MailPaymentLinkBody, options?: CallOptions): Promise<PaymentLink>
    /** List the totals of payment link per currency */
    totals(query?: Omit<ListPaymentLinkQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<TotalRefundRow[]>
  }
  /** Links by which customers store a card */
  readonly cardAddLinks: {
    /** List what happened to a card-add link */
    activity(id: string, options?: CallOptions): Promise<ListPaymentLinkActivityRow[]>
    /** Get the address of the page of a card-add link */
    address(id: string, options?: CallOptions): Promise<{ /** The address of the page. Everybody who has it can use the link */ readonly url: string }>
    /** Cancel a card-add link */
    cancel(id: string, options?: CallOptions): Promise<CardAddLink>
    /** Count card add link */
    count(query?: Omit<ListCardAddLinkQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Make a link to store a card */
    create(body: CreateCardAddLinkBody, options?: CallOptions): Promise<CardAddLinkWithUrl>
    /** Expire a card-add link now */
    expire(id: string, options?: CallOptions): Promise<CardAddLink>
    /** Get card add link */
    get(id: string, options?: CallOptions): Promise<CardAddLink>
    /** List card add link */
    list(query?: ListCardAddLinkQuery, options?: CallOptions): Rows<CardAddLink>
    /** Mail a card-add link once more */
    mail(id: string, body: MailPaymentLinkBody, options?: CallOptions): Promise<CardAddLink>
  }
  /** The price and the interval of subscriptions */
  readonly plans: {
    /** Count plan */
    count(query?: Omit<ListPlanQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Create a plan */
    create(body: CreatePlanBody, options?: CallOptions): Promise<Plan>
    /** Delete a plan */
    delete(id: string, options?: CallOptions): Promise<void>
    /** Get plan */
    get(id: string, options?: CallOptions): Promise<Plan>
    /** List the changes of plan, newest first */
    history(id: string, options?: CallOptions): Promise<History>
    /** List plan */
    list(query?: ListPlanQuery, options?: CallOptions): Rows<Plan>
    /** Change a plan */
    update(id: string, body: CreatePlanBody, options?: CallOptions): Promise<Plan>
  }
  /** Payments that repeat */
  readonly subscriptions: {
    /** Give a subscription a discount */
    addDiscount(id: string, discountId: string, options?: CallOptions): Promise<SubscriptionWithDiscounts>
    /** Cancel a subscription: nothing more is charged */
    cancel(id: string, options?: CallOptions): Promise<SubscriptionWithDiscounts>
    /** Count subscription */
    count(query?: Omit<ListSubscriptionQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Create a subscription */
    create(body: CreateSubscriptionBody, options?: CallOptions): Promise<SubscriptionWithDiscounts>
    /** Get subscription */
    get(id: string, options?: CallOptions): Promise<SubscriptionWithDiscounts>
    /** List the changes of subscription, newest first */
    history(id: string, options?: CallOptions): Promise<History>
    /** List subscription */
    list(query?: ListSubscriptionQuery, options?: CallOptions): Rows<SubscriptionWithDiscounts>
    /** Remove a discount from a subscription */
    removeAttachedDiscount(id: string, discountId: string, options?: CallOptions): Promise<void>
    /** Change the number of cycles of a subscription */
    update(id: string, body: UpdateSubscriptionBody, options?: CallOptions): Promise<SubscriptionWithDiscounts>
  }
  /** Discounts on subscriptions */
  readonly subscriptionDiscounts: {
    /** Count subscription discount */
    count(query?: Omit<ListSubscriptionDiscountQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Create a subscription discount */
    create(body: CreateDiscountBody, options?: CallOptions): Promise<SubscriptionDiscount>
    /** Delete a subscription discount */
    delete(id: string, options?: CallOptions): Promise<void>
    /** Get subscription discount */
    get(id: string, options?: CallOptions): Promise<SubscriptionDiscount>
    /** List the changes of subscription discount, newest first */
    history(id: string, options?: CallOptions): Promise<History>
    /** List subscription discount */
    list(query?: ListSubscriptionDiscountQuery, options?: CallOptions): Rows<SubscriptionDiscount>
    /** Change a subscription discount */
    update(id: string, body: CreateDiscountBody, options?: CallOptions): Promise<SubscriptionDiscount>
  }
  /** Payments from stored cards on a later day */
  readonly scheduledTransactions: {
    /** List the tries to take a scheduled payment */
    attempts(id: string, options?: CallOptions): Promise<ListScheduledAttemptsRow[]>
    /** Cancel a scheduled payment */
    cancel(id: string, options?: CallOptions): Promise<ScheduledTransaction>
    /** Count scheduled transaction */
    count(query?: Omit<ListScheduledTransactionQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Schedule a payment from a stored card */
    create(body: CreateScheduledTransactionBody, options?: CallOptions): Promise<ScheduledTransaction>
    /** Get scheduled transaction */
    get(id: string, options?: CallOptions): Promise<ScheduledTransaction>
    /** List the changes of scheduled transaction, newest first */
    history(id: string, options?: CallOptions): Promise<History>
    /** List scheduled transaction */
    list(query?: ListScheduledTransactionQuery, options?: CallOptions): Rows<ScheduledTransaction>
    /** Try a failed scheduled payment again */
    retry(id: string, options?: CallOptions): Promise<ScheduledTransaction>
    /** Take a scheduled payment now */
    run(id: string, options?: CallOptions): Promise<ScheduledTransaction>
    /** List the totals of scheduled transaction per currency */
    totals(query?: Omit<ListScheduledTransactionQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<TotalRefundRow[]>
    /** Change a scheduled payment that is not due yet */
    update(id: string, body: UpdateScheduledTransactionBody, options?: CallOptions): Promise<ScheduledTransaction>
  }
  /** Messages to the systems of merchants */
  readonly webhooks: {
    /** Count webhook */
    count(query?: Omit<ListWebhookQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Send a webhook by hand, to try an address */
    create(body: CreateWebhookBody, options?: CallOptions): Promise<Webhook>
    /** Get the content of a webhook, and the result of each attempt to deliver it */
    delivery(id: string, options?: CallOptions): Promise<WebhookDelivery>
    /** Get webhook */
    get(id: string, options?: CallOptions): Promise<Webhook>
    /** List webhook */
    list(query?: ListWebhookQuery, options?: CallOptions): Rows<Webhook>
    /** Send a webhook once more */
    sendAgain(id: string, options?: CallOptions): Promise<Webhook>
  }
  /** Shops: their currency, their processors in order, the addresses of their webhooks */
  readonly paymentProfiles: {
    /** Count payment profile */
    count(query?: Omit<ListPaymentProfileQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Create a payment profile */
    create(body: CreatePaymentProfileBody, options?: CallOptions): Promise<PaymentProfileWithRouting>
    /** Delete a payment profile that nothing uses */
    delete(id: string, options?: CallOptions): Promise<void>
    /** Get payment profile */
    get(id: string, options?: CallOptions): Promise<PaymentProfileWithRouting>
    /** List the changes of payment profile, newest first */
    history(id: string, options?: CallOptions): Promise<History>
    /** Count what uses a payment profile and keeps it from being deleted */
    holders(id: string, options?: CallOptions): Promise<PaymentProfileHoldersRow[]>
    /** List payment profile */
    list(query?: ListPaymentProfileQuery, options?: CallOptions): Rows<PaymentProfileWithRouting>
    /** Set the middleware of a payment profile, in the order in which they are asked */
    middleware(id: string, body: SetPaymentProfileMiddlewareBody, options?: CallOptions): Promise<PaymentProfileWithRouting>
    /** Get what a new payment profile begins with */
    new(options?: CallOptions): Promise<NewPaymentProfileReply>
    /** Set the processors of a payment profile, the preferred one first */
    processors(id: string, body: SetPaymentProfileProcessorsBody, options?: CallOptions): Promise<PaymentProfileWithRouting>
    /** List the routings that a payment profile can use, by payment product */
    routing(options?: CallOptions): Promise<ListRoutingsOfProductsRow[]>
    /** Send an example to a webhook address of a payment profile */
    tryWebhook(id: string, body: TryWebhookAddressBody, options?: CallOptions): Promise<TryWebhookAddressReply>
    /** Change a payment profile, or move it to another organisation */
    update(id: string, body: UpdatePaymentProfileBody, options?: CallOptions): Promise<PaymentProfileWithRouting>
  }
  /** Devices that take payments in shops */
  readonly terminals: {
    /** Activate a terminal */
    activate(id: string, options?: CallOptions): Promise<Terminal>
    /** Count terminal */
    count(query?: Omit<ListTerminalQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Add a terminal */
    create(body: CreateTerminalBody, options?: CallOptions): Promise<Terminal>
    /** Deactivate a terminal */
    deactivate(id: string, options?: CallOptions): Promise<Terminal>
    /** Delete a terminal that never took a payment */
    delete(id: string, options?: CallOptions): Promise<void>
    /** List what people did with a terminal, newest first */
    events(id: string, options?: CallOptions): Promise<ListTerminalEventsRow[]>
    /** Get terminal */
    get(id: string, options?: CallOptions): Promise<Terminal>
    /** List the changes of terminal, newest first */
    history(id: string, options?: CallOptions): Promise<History>
    /** List terminal */
    list(query?: ListTerminalQuery, options?: CallOptions): Rows<Terminal>
    /** List the requests of a terminal to the payments API, newest first */
    requests(id: string, options?: CallOptions): Promise<ListTerminalRequestsRow[]>
    /** Rename a terminal or assign it to another shop */
    update(id: string, body: UpdateTerminalBody, options?: CallOptions): Promise<Terminal>
  }
  /** Marks on payments */
  readonly tags: {
    /** Count tag */
    count(query?: Omit<ListTagQuery, '_limit' | '_sort'>, options?: CallOptions): Promise<{ readonly count: number }>
    /** Create a tag */
    create(body: CreateTagBody, options?: CallOptions): Promise<Tag>
    /** Delete a tag that no ruleset puts on, and take it off every payment that carries it */
    delete(id: string, options?: CallOptions): Promise<void>
    /** Get tag */
    get(id: string, options?: CallOptions): Promise<Tag>
    /** List the changes of tag, newest first */
    history(id: string, options?: CallOptions): Promise<History>
    /** List tag */
    list(query?: ListTagQuery, options?: CallOptions): Rows<Tag>
    /** Merge a tag into another */
    merge(id: string, body: MergeTagBody, options?: CallOptions): Promise<Tag>
    /** Change the text, the colour and the description of a tag */
    update(id: string, body: UpdateTagBody, options?: CallOptions): Promise<Tag>
    /** Count the payments that carry a tag, and the rulesets that put it on */
    uses(id: string, options?: CallOptions): Promise<TagUsesReply>
  }
}

export type WebhookEvent = TransactionEvent | RefundEvent | ChargebackEvent | ValidationrulesetEvent | CardlinkEvent | PaymentlinkEvent | SubscriptionEvent | SettlementEvent | ReportEvent | MiddlewareOutcomeEvent

export interface BestCustomersQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
  /** The measure of the ranking */
  readonly output?: 'count' | 'volume' | undefined
}

export interface BestCustomersReply {
  readonly from: string
  readonly to: string
  readonly time_zone: string
  readonly currency_code: string
  readonly base_currency: string
  /** Null: figures of currency_code alone. Otherwise figures of all currencies, with amounts converted to currency_code. */
  readonly conversion: Conversion | null
  readonly currencies: OwnAmounts[]
  readonly items: Array<{
    readonly customer: {
      readonly id: string
      readonly name: string | null
      readonly city: string | null
      readonly region: string | null
      readonly country_code: string | null
      readonly status: string
      readonly organisation: string
      readonly merchant: string
    }
    readonly count: number
    /** Minor units of `currency_code` */
    readonly volume: number | null
    /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
    readonly too_large?: Record<string, string> | undefined
  }>
}

export interface CaptureTransactionBody {
  /** The whole amount when absent */
  readonly amount?: number | undefined
}

export interface Card {
  readonly id: string
  readonly created_at: string
  readonly name: string
  readonly brand: Open<'visa' | 'mastercard' | 'maestro' | 'amex'>
  readonly bin: string | null
  readonly last_four: string
  readonly expiry_month: number
  readonly expiry_year: number
  readonly issuer_country: string | null
  readonly funding: Open<'credit' | 'debit' | 'prepaid'> | null
  readonly holder: Open<'consumer' | 'commercial'> | null
  readonly three_d_secure: Open<'AUTHENTICATED' | 'ATTEMPTED' | 'NOT_TRIED'> | null
  readonly active: boolean
  readonly revoked_at: string | null
  readonly revocation: Open<'PENDING' | 'CONFIRMED' | 'REFUSED'> | null
  readonly customer: string
  readonly processor: string
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
}

export interface CardAddLink {
  readonly id: string
  readonly created_at: string
  readonly merchant_reference: string
  readonly description: string | null
  readonly purpose: Open<'recurring' | 'unscheduled' | 'one_click'>
  readonly customer: string
  readonly customer_name: string | null
  readonly attempts: number
  readonly expires_at: string
  readonly status: Open<'CREATED' | 'INITIATED' | 'DONE' | 'EXPIRED' | 'CANCELLED'>
  readonly status_reason: string | null
  readonly last_status_update: string
  readonly active: boolean
  readonly card: string | null
  readonly card_brand: Open<'visa' | 'mastercard' | 'maestro' | 'amex'> | null
  readonly card_bin: string | null
  readonly card_last_four: string | null
  readonly card_expiry: string | null
  readonly card_three_d_secure: Open<'AUTHENTICATED' | 'ATTEMPTED' | 'NOT_TRIED'> | null
  readonly card_revoked_at: string | null
  readonly card_revocation: Open<'PENDING' | 'CONFIRMED' | 'REFUSED'> | null
  readonly language: Open<'nl' | 'en-US'>
  readonly email_address: string | null
  readonly mails_sent: number
  readonly last_mailed_at: string | null
  readonly redirect_url: string | null
  readonly webhook_url: string | null
  readonly created_by: string | null
  readonly payment_profile: string
  readonly payment_profile_name: string
  readonly checkout: string | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
}

export interface CardAddLinkWithUrl {
  readonly id: string
  readonly created_at: string
  readonly merchant_reference: string
  readonly description: string | null
  readonly purpose: Open<'recurring' | 'unscheduled' | 'one_click'>
  readonly customer: string
  readonly customer_name: string | null
  readonly attempts: number
  readonly expires_at: string
  readonly status: Open<'CREATED' | 'INITIATED' | 'DONE' | 'EXPIRED' | 'CANCELLED'>
  readonly status_reason: string | null
  readonly last_status_update: string
  readonly active: boolean
  readonly card: string | null
  readonly card_brand: Open<'visa' | 'mastercard' | 'maestro' | 'amex'> | null
  readonly card_bin: string | null
  readonly card_last_four: string | null
  readonly card_expiry: string | null
  readonly card_three_d_secure: Open<'AUTHENTICATED' | 'ATTEMPTED' | 'NOT_TRIED'> | null
  readonly card_revoked_at: string | null
  readonly card_revocation: Open<'PENDING' | 'CONFIRMED' | 'REFUSED'> | null
  readonly language: Open<'nl' | 'en-US'>
  readonly email_address: string | null
  readonly mails_sent: number
  readonly last_mailed_at: string | null
  readonly redirect_url: string | null
  readonly webhook_url: string | null
  readonly created_by: string | null
  readonly payment_profile: string
  readonly payment_profile_name: string
  readonly checkout: string | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
  /** The address of the page. Everybody who has it can use the link */
  readonly url: string
}

export type CardlinkEvent = { readonly type: 'cardlink.created' | 'cardlink.initiated' | 'cardlink.done' | 'cardlink.expired' | 'cardlink.cancelled' } & {
  /** The time at which the item reached the status */
  readonly timestamp: string
  /** Sent by hand, to try an address */
  readonly test?: true | undefined
  readonly data: {
    readonly id: string
    readonly created_at: string
    readonly status: Open<'CREATED' | 'INITIATED' | 'DONE' | 'EXPIRED' | 'CANCELLED'>
    readonly status_reason: string | null
    readonly merchant_reference: string
    readonly customer: string
    /** The card that was stored */
    readonly card: string | null
    /** The payment that stored it */
    readonly transaction: string | null
  }
}

export interface Change {
  readonly version: number
  readonly at: string
  readonly operation: Open<'created' | 'updated' | 'deleted'>
  /** The kind of a part of it that changed, such as a processor */
  readonly part: string | null
  readonly part_id: string | null
  /** Null: not by a command of the API */
  readonly command: string | null
  /** Hidden where the provider acted for the merchant */
  readonly ip: string | null
  readonly actor_kind: string
  readonly actor_name: string | null
  /** By staff of the provider, in the view of the merchant */
  readonly acted_as_merchant: boolean
  /** The version whose values it put back */
  readonly restored_from: number | null
  readonly fields: Array<{
    readonly field: string
    /** As it is stored: a text, a number, true or false, a list, or null */
    readonly before: unknown
    /** As it is stored: a text, a number, true or false, a list, or null */
    readonly after: unknown
    /** It was set or changed; its values are shown to nobody */
    readonly is_secret: boolean
  }>
}

export interface Chargeback {
  readonly id: string
  readonly created_at: string
  readonly merchant_reference: string
  readonly payment_product: Open<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'>
  /** Minor units of currency_code */
  readonly transaction_amount: number
  /** Minor units of currency_code */
  readonly refunded_amount: number
  /** Minor units of currency_code */
  readonly amount: number
  readonly currency_code: string
  readonly reason: string | null
  readonly reason_code: string | null
  readonly status: Open<'OPEN' | 'IN_DISPUTE' | 'WON' | 'LOST' | 'CANCELLED'>
  readonly status_reason: string | null
  readonly last_status_update: string
  readonly respond_by: string | null
  readonly answer: Open<'ACCEPT' | 'DISPUTE'> | null
  readonly answered_at: string | null
  readonly answered_by: string | null
  readonly explanation: string | null
  readonly evidence_count: number
  readonly processor_id_external: string
  readonly answers: Array<Open<'ACCEPT' | 'DISPUTE'>>
  readonly transaction: string
  readonly payment_profile: string
  readonly processor: string
  readonly card: string | null
  readonly settlement: string | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
}

export type ChargebackEvent = { readonly type: 'chargeback.updated' } & {
  /** The time at which the item reached the status */
  readonly timestamp: string
  /** Sent by hand, to try an address */
  readonly test?: true | undefined
  readonly data: {
    readonly id: string
    readonly created_at: string
    readonly status: Open<'OPEN' | 'IN_DISPUTE' | 'WON' | 'LOST' | 'CANCELLED'>
    /** Minor units of the currency */
    readonly amount: number
    readonly currency_code: string
    readonly reason: string | null
    readonly reason_code: string | null
    readonly respond_by: string | null
    readonly transaction: string
    /** The reference of the payment */
    readonly merchant_reference: string
    readonly payment_profile: string
  }
}

export interface Conversion {
  readonly rates: Array<{
    readonly currency_code: string
    readonly day: string
    /** Units for one euro, as published */
    readonly per_euro: string
    readonly source: string
  }>
  readonly without_rate: OwnAmounts[]
}

export interface CountCustomerSegmentsQuery {
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly _search_by?:  | undefined
  readonly _search?: string | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface CreateCardAddLinkBody {
  /** UUID */
  readonly payment_profile: string
  readonly description?: string | undefined
  /** The language of the page and the mail; the merchant’s language when absent */
  readonly language?: 'nl' | 'en-US' | undefined
  /** An instant, or a day, which means its last moment. 30 days from now when absent */
  readonly expires_at?: string | undefined
  readonly send_mail?: boolean | undefined
  /** The customer’s e-mail address when absent */
  readonly email_address?: string | undefined
  /** The address where the payer can go on afterwards */
  readonly redirect_url?: string | undefined
  /** The checkout design of the page; the brand’s own look when absent */
  readonly checkout?: string | undefined
  /** Gets a signed webhook when the link is used up, cancelled or expired */
  readonly webhook_url?: string | undefined
  /** UUID */
  readonly customer: string
  readonly merchant_reference: string
  readonly purpose?: 'recurring' | 'unscheduled' | 'one_click' | undefined
}

export interface CreateCustomerBody {
  readonly email_address: string
  /** UUID */
  readonly organisation: string
  /** The merchant’s own number for the customer */
  readonly reference?: string | null | undefined
  readonly title?: string | null | undefined
  readonly initials?: string | null | undefined
  readonly first_name?: string | null | undefined
  readonly last_name?: string | null | undefined
  readonly gender?: 'female' | 'male' | 'other' | null | undefined
  readonly date_of_birth?: string | null | undefined
  readonly social_security_number?: string | null | undefined
  readonly street_address?: string | null | undefined
  readonly house_number?: string | null | undefined
  readonly house_number_suffix?: string | null | undefined
  readonly postal_code?: string | null | undefined
  readonly city?: string | null | undefined
  readonly region?: string | null | undefined
  readonly country_code?: 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW' | null | undefined
  readonly phone_number?: string | null | undefined
  readonly fax_number?: string | null | undefined
  readonly status?: 'UNKNOWN' | 'AUTO_UNVERIFIED' | 'UNVERIFIED' | 'AUTO_VERIFIED' | 'VERIFIED' | undefined
  readonly status_reason?: string | null | undefined
}

export interface CreateDiscountBody {
  readonly name: string
  /** UUID */
  readonly organisation: string
  readonly type?: 'percentage' | 'fixed_cents' | undefined
  readonly amount: number
  readonly currency_code?: string | null | undefined
  readonly duration?: number | null | undefined
  readonly minimum_amount?: number | null | undefined
  readonly limit_to_first_order?: boolean | undefined
}

export interface CreatePaymentLinkBody {
  /** UUID */
  readonly payment_profile: string
  readonly description?: string | undefined
  /** The language of the page and the mail; the merchant’s language when absent */
  readonly language?: 'nl' | 'en-US' | undefined
  /** An instant, or a day, which means its last moment. 30 days from now when absent */
  readonly expires_at?: string | undefined
  readonly send_mail?: boolean | undefined
  /** The customer’s e-mail address when absent */
  readonly email_address?: string | undefined
  /** The address where the payer can go on afterwards */
  readonly redirect_url?: string | undefined
  /** The checkout design of the page; the brand’s own look when absent */
  readonly checkout?: string | undefined
  /** Gets a signed webhook when the link is used up, cancelled or expired */
  readonly webhook_url?: string | undefined
  readonly merchant_reference: string
  /** The payer chooses the amount when absent */
  readonly amount?: number | undefined
  /** Integer in minor units of the currency (ISO 4217 exponent) */
  readonly minimum_amount?: number | undefined
  /** Integer in minor units of the currency (ISO 4217 exponent) */
  readonly maximum_amount?: number | undefined
  /** UUID */
  readonly customer?: string | undefined
  /** Empty: all products that the payment profile takes */
  readonly payment_products?: Array<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'> | undefined
  readonly reusable?: boolean | undefined
  readonly max_uses?: number | undefined
}

export interface CreatePaymentProfileBody {
  readonly name: string
  /** The name that payers read */
  readonly display_name: string
  /** UUID */
  readonly organisation: string
  /** Stays as it is once there is a payment, or anything else with an amount */
  readonly currency_code: string
  readonly website?: string | null | undefined
  readonly description?: string | null | undefined
  readonly webhook_transaction_update?: string | null | undefined
  readonly webhook_refund_update?: string | null | undefined
  readonly webhook_chargeback_update?: string | null | undefined
  readonly webhook_failed_email?: string | null | undefined
  /** The largest amount of one payment, in minor units; of several limits the lowest applies */
  readonly largest_payment?: number | null | undefined
  /** A payment that its processor certainly did not take goes on to a second one */
  readonly failover?: boolean | undefined
  readonly mcc?: string | null | undefined
  /** A verified account, to which its payments are paid out. Null: that of the merchant */
  readonly bank_account?: string | null | undefined
  /** The preferred one first */
  readonly processors?: string[] | string | undefined
  /** In the order in which they are asked */
  readonly middleware?: string[] | string | undefined
  /** From payment product to the routing that chooses its processor. Empty: none */
  readonly routing?: Record<string, string> | undefined
}

export interface CreatePlanBody {
  readonly name: string
  readonly description?: string | null | undefined
  readonly dynamic_descriptor?: string | null | undefined
  /** UUID */
  readonly payment_profile: string
  /** That of the payment profile. A body may repeat it */
  readonly organisation?: string | undefined
  readonly checkout?: string | null | undefined
  /** Integer in minor units of the currency (ISO 4217 exponent) */
  readonly amount: number
  readonly interval: 'day' | 'week' | 'month' | 'year'
  readonly interval_count?: number | undefined
  readonly max_billing_cycle?: number | null | undefined
  readonly statuses_subscription_update?: Array<'CREATED' | 'ACTIVE' | 'PAST_DUE' | 'EXPIRED' | 'CANCELLED' | 'COMPLETED'> | undefined
  readonly webhook_subscription_update?: string | null | undefined
  readonly email_subscription_update?: string | null | undefined
  readonly redirect_url?: string | null | undefined
}

export interface CreateScheduledTransactionBody {
  /** UUID */
  readonly payment_profile: string
  /** UUID */
  readonly customer: string
  /** A stored card of the customer */
  readonly card: string
  /** In the currency of the payment profile */
  readonly amount: number
  readonly due_at: string
  readonly merchant_reference: string
  readonly retry_policy?: 'NONE' | 'AFTER_1_3_5_DAYS' | undefined
}

export interface CreateSubscriptionBody {
  /** UUID */
  readonly customer: string
  /** UUID */
  readonly plan: string
  readonly due_date?: string | null | undefined
  readonly max_billing_cycle?: number | null | undefined
}

export interface CreateTagBody {
  /** Unique within the organisation, without regard to case */
  readonly text: string
  /** As #rrggbb */
  readonly color: string
  readonly description?: string | null | undefined
  /** The merchant itself when absent */
  readonly organisation?: string | undefined
}

export interface CreateTerminalBody {
  /** The payment profile of the shop where the terminal stands */
  readonly payment_profile: string
  readonly name: string
  /** The id that is printed on the device */
  readonly terminal_id: string
  readonly model: string
  readonly serial_number: string
  readonly software_version?: string | null | undefined
}

export interface CreateTransactionBody {
  /** UUID */
  readonly payment_profile: string
  /** Integer in minor units of the currency (ISO 4217 exponent) */
  readonly amount: number
  /** Must be the currency of the payment profile */
  readonly currency_code?: string | undefined
  readonly payment_product: 'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'
  readonly merchant_reference: string
  /** UUID */
  readonly customer?: string | undefined
  /** A stored card of the customer */
  readonly card?: string | undefined
  /** A token of the processor’s vault, or a test token */
  readonly card_token?: string | undefined
  /** The terminal that the payment comes from */
  readonly terminal?: string | undefined
  /** false: authorize now, capture later */
  readonly capture?: boolean | undefined
  readonly country_code?: string | undefined
  /** The payer’s User-Agent header */
  readonly user_agent?: string | undefined
  /** The payer is present. He comes back here from a page of his bank or wallet */
  readonly return_url?: string | undefined
}

export interface CreateWebhookBody {
  readonly url: string
  readonly type: 'transaction' | 'refund' | 'chargeback' | 'validationruleset' | 'cardlink' | 'paymentlink' | 'subscription' | 'settlement' | 'report'
  /** The id of an existing item, whose values are sent */
  readonly item_id: string
  /** The status that is sent, whatever status the item has */
  readonly status: 'INITIATED' | 'IN_PROGRESS' | 'PENDING' | 'AUTHORIZED' | 'PROCESSED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED' | 'DECLINED' | 'FAILED' | 'UNKNOWN' | 'ABANDONED' | 'CANCELLED' | 'AUTHORIZATION_VOIDED' | 'OPEN' | 'IN_DISPUTE' | 'WON' | 'LOST' | 'CREATED' | 'DONE' | 'EXPIRED' | 'HOLD' | 'ACTIVE' | 'PAST_DUE' | 'COMPLETED' | 'CLOSED' | 'ON_HOLD' | 'CARRIED' | 'PAID' | 'RETURNED'
}

export interface Customer {
  readonly id: string
  readonly created_at: string
  readonly reference: string | null
  readonly name: string | null
  readonly email_address: string | null
  readonly title: string | null
  readonly initials: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly gender: Open<'female' | 'male' | 'other'> | null
  readonly date_of_birth: string | null
  readonly social_security_number: string | null
  readonly street_address: string | null
  readonly house_number: string | null
  readonly house_number_suffix: string | null
  readonly postal_code: string | null
  readonly city: string | null
  readonly region: string | null
  readonly country_code: string | null
  readonly phone_number: string | null
  readonly fax_number: string | null
  readonly segment: Open<'CHAMPIONS' | 'LOYAL_CUSTOMERS' | 'POTENTIAL_LOYALISTS' | 'NEW_CUSTOMERS' | 'PROMISING' | 'NEEDING_ATTENTION' | 'ABOUT_TO_SLEEP' | 'AT_RISK' | 'CANT_LOSE_THEM' | 'HIBERNATING' | 'LOST'> | null
  readonly status: Open<'UNKNOWN' | 'AUTO_UNVERIFIED' | 'UNVERIFIED' | 'AUTO_VERIFIED' | 'VERIFIED'>
  readonly status_reason: string | null
  readonly erased_at: string | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
}

export interface CustomerBySegmentQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface CustomerByStatusQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
}

export interface CustomerByStatusReply {
  readonly from: string
  readonly to: string
  readonly time_zone: string
  readonly items: Array<{
    readonly value: string
    readonly count: number
  }>
}

export interface CustomerSegments {
  readonly CHAMPIONS: number
  readonly LOYAL_CUSTOMERS: number
  readonly POTENTIAL_LOYALISTS: number
  readonly NEW_CUSTOMERS: number
  readonly PROMISING: number
  readonly NEEDING_ATTENTION: number
  readonly ABOUT_TO_SLEEP: number
  readonly AT_RISK: number
  readonly CANT_LOSE_THEM: number
  readonly HIBERNATING: number
  readonly LOST: number
}

export interface CustomerSeriesQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** The length of a period */
  readonly period?: 'hour' | 'day' | 'week' | 'month' | undefined
}

export interface CustomerSeriesReply {
  readonly from: string
  readonly to: string
  readonly time_zone: string
  readonly period: string
  readonly points: Array<{
    readonly period: string
    readonly from: string
    readonly to: string
    /** True of the period in which it is now */
    readonly unfinished: boolean
    readonly count: number
  }>
}

export interface CustomerTotalQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** The length of a period */
  readonly period?: 'hour' | 'day' | 'week' | 'month' | undefined
}

export interface CustomerTotalReply {
  readonly from: string
  readonly to: string
  readonly time_zone: string
  readonly period: string
  readonly previous: {
    readonly from: string
    readonly to: string
  }
  readonly current: {
    readonly from: string
    readonly to: string
    readonly unfinished: boolean
  }
  readonly previous_current: {
    readonly from: string
    readonly to: string
  }
  readonly count: {
    readonly average: number
    readonly total: number
    readonly current: number
    readonly growth: {
      readonly average: number | null
      readonly total: number | null
      readonly current: number | null
    }
  }
}

export interface Decision {
  readonly via: Open<'tree' | 'position' | 'keeper' | 'fallback' | 'blocked'>
  /** The processor that was chosen. Null: the payment is blocked */
  readonly processor: string | null
  readonly processor_name: string | null
  /** The processors that were asked, in order. Empty: only the one that was chosen */
  readonly attempts: Array<{
    readonly processor: string
    readonly processor_name: string | null
    readonly state: Open<'OPEN' | 'APPROVED' | 'DECLINED' | 'REFUSED' | 'CANCELLED'>
    /** Why it did not take the payment */
    readonly reason: string | null
  }>
  /** Null: the payment profile used none for the product */
  readonly routing: {
    readonly id: string
    /** Its present name. Null: it is deleted */
    readonly name: string | null
    /** The version that decided */
    readonly version: number
    readonly current_version: number | null
    /** Of the amounts of that version */
    readonly currency_code: string
  } | null
  readonly path: Array<{
    readonly branch: string
    readonly to: Open<'then' | 'else'>
    /** The lot that was drawn, a per cent with two decimals */
    readonly lot: number | null
    readonly conditions: Array<{
      readonly name: string
      readonly operator: string
      readonly value: unknown
      /** Null: missing */
      readonly fact: string | number | boolean | null
      /** Null: an earlier condition did not hold */
      readonly held: boolean | null
    }>
  }>
  /** The processor at the end of the path */
  readonly tree_processor: string | null
  readonly tree_processor_name: string | null
  /** What was known of the payment, the amount in the currency of the routing */
  readonly facts: {
    readonly '3ds': boolean
    /** Minor units of the currency of the routing */
    readonly amount: number | null
    readonly card: string | null
    readonly card_brand: string | null
    readonly card_bin: number | null
    readonly country_code: string | null
    readonly currency_code: string
    readonly customer: string | null
    readonly customer_status: string | null
    readonly mcc: string | null
    readonly recurring: boolean
    readonly recurring_type: Open<'initial' | 'subsequent' | ''>
  }
  /** Of the bank that gave the card. No rule asks for it */
  readonly issuer_country: string | null
  /** Of the card. No rule asks for it */
  readonly funding: Open<'credit' | 'debit' | 'prepaid'> | null
  /** Why the brand and BIN of a new card were missing, though rules ask for them */
  readonly token_not_described: Open<'no_answer' | 'not_known' | 'not_asked'> | null
  /** Those that the payment hit */
  readonly rulesets: Array<{
    readonly id: string
    readonly version: number
    /** Null: deleted, or not for the caller to see */
    readonly name: string | null
    readonly action: Open<'tag' | 'block' | '3dSecure'> | null
    /** Null: deleted, or not for the caller to see */
    readonly current_version: number | null
  }>
  readonly three_d_secure: Open<'required' | 'impossible'> | null
  readonly otherwise: {
    readonly branch: string
    readonly to: Open<'then' | 'else'>
    readonly processor: string
    readonly processor_name: string
    /** This alone would have sent the payment there. `random`: the lot of the branch, a per cent */
    readonly fact: {
      readonly name: string
      readonly value: string | number | boolean | null
    }
  } | null
  /** Of cards and customers in conditions and facts, by id */
  readonly names: Record<string, string>
}

export interface DisputeChargebackBody {
  readonly explanation?: string | undefined
}

export interface GetCustomerSummaryReply {
  readonly totals: Array<{
    readonly currency_code: string
    readonly purchases: number
    /** Minor units of `currency_code` */
    readonly paid: number | null
    /** Minor units of `currency_code` */
    readonly refunded: number | null
    /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
    readonly too_large?: Record<string, string> | undefined
    readonly last_purchase_at: string
  }>
  readonly cards: Array<{
    readonly id: string
    readonly created_at: string
    readonly brand: string
    readonly bin: string | null
    readonly last_four: string
    readonly expiry_month: number
    readonly expiry_year: number
    readonly revoked_at: string | null
    readonly revocation: Open<'PENDING' | 'CONFIRMED' | 'REFUSED'> | null
  }>
}

export type GetTransactionDecisionReply = Decision | null

export interface GetTransactionMoneyReply {
  readonly currency_code: string
  /** In the order in which it was booked; empty: nothing yet */
  readonly booked: Array<{
    readonly kind: Open<'capture' | 'fee' | 'reserve_hold' | 'reserve_release' | 'cost_expected' | 'partner_share' | 'refund' | 'chargeback' | 'chargeback_reversed' | 'payout' | 'payout_booked' | 'payout_returned' | 'processor_paid' | 'one_off_credit' | 'one_off_debit' | 'vat' | 'cost_more' | 'cost_less' | 'fee_more' | 'fee_less' | 'volume_rebate' | 'difference_loss' | 'fx_out' | 'fx_in' | 'reserve_used' | 'debt_collected' | 'written_off' | 'fees_swept' | 'difference_more' | 'difference_less' | 'difference_gain' | 'capture_undone' | 'refund_undone' | 'partner_share_undone' | 'vat_less' | 'processor_charged' | 'own_money_added' | 'bank_cost' | 'authorisation_fee' | 'decline_fee' | 'payout_fee' | 'month_fee' | 'month_minimum_fee' | 'month_maximum_less' | 'invoiced' | 'invoiced_less' | 'invoice_paid' | 'invoice_taken' | 'fx_margin'>
    /** Minor units of the payment’s currency, as they change what the merchant is owed; of cost and partner share, as they change the provider’s margin */
    readonly amount: number
    readonly business_day: string
    /** From this day on it may be paid out; null: it is no part of what is */
    readonly available_on: string | null
    /** Of a hold: when it is released */
    readonly release_on: string | null
    /** The one that has it. Null: it is not settled yet, is no part of what is paid out, or the caller may not list settlements */
    readonly settlement: {
      readonly id: string
      readonly number: string
    } | null
    /** Of a fee that passes costs on: which part of it */
    readonly part: Open<'interchange' | 'scheme_fees' | 'markup'> | null
    /** The line of a processor’s file that corrected a fee. For the provider’s staff who may list cost schemes alone */
    readonly file: {
      readonly processor_settlement: string
      readonly name: string
      readonly line: number
    } | null
    /** A payment without a line that fits: it was booked without a fee */
    readonly is_unpriced: boolean
    /** Of a fee, a cost or a share: the line of its price */
    readonly why: WhyPrice | null
  }>
  /** Why nothing of it will be booked: it was settled elsewhere. Null: it is booked once it is captured */
  readonly never_booked: Open<'before_ledger' | 'imported'> | null
  /** The VAT over all fees of the merchant’s book on the days of this payment’s fees */
  readonly vat: Array<{
    readonly business_day: string
    readonly amount: number
  }>
  /** For the provider alone: fees, less expected costs, less partners’ shares */
  readonly margin: {
    readonly fee: number
    readonly cost: number
    readonly share: number
    readonly margin: number
  } | null
}

export interface HighestRefundsQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface HighestRefundsReply {
  readonly from: string
  readonly to: string
  readonly time_zone: string
  readonly currency_code: string
  readonly base_currency: string
  /** Null: figures of currency_code alone. Otherwise figures of all currencies, with amounts converted to currency_code. */
  readonly conversion: Conversion | null
  readonly currencies: OwnAmounts[]
  readonly items: Array<{
    readonly id: string
    readonly created_at: string
    readonly last_status_update: string
    /** Minor units of `currency_code` */
    readonly amount: number
    readonly reason: string | null
    readonly status: string
    readonly transaction: {
      readonly id: string
      readonly merchant_reference: string
      /** Minor units of `currency_code` */
      readonly amount: number
      readonly payment_product: string
    }
    readonly payment_profile: {
      readonly id: string
      readonly currency_code: string
    }
    readonly organisation: string
    readonly merchant: string
  }>
}

export interface History {
  readonly changes: Change[]
  /** The present currency of its amounts */
  readonly currency_code: string | null
  /** By id */
  readonly names: Record<string, string>
}

export interface ListCardAddLinkQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly active?: boolean | undefined
  readonly status?: 'CREATED' | 'INITIATED' | 'DONE' | 'EXPIRED' | 'CANCELLED' | undefined
  readonly 'status[]'?: ReadonlyArray<'CREATED' | 'INITIATED' | 'DONE' | 'EXPIRED' | 'CANCELLED'> | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly expires_at?: string | Date | undefined
  readonly 'expires_at>'?: string | Date | undefined
  readonly 'expires_at<'?: string | Date | undefined
  readonly purpose?: 'recurring' | 'unscheduled' | 'one_click' | undefined
  readonly 'purpose[]'?: ReadonlyArray<'recurring' | 'unscheduled' | 'one_click'> | undefined
  readonly customer?: string | undefined
  readonly payment_profile?: string | undefined
  readonly 'payment_profile[]'?: ReadonlyArray<string> | undefined
  readonly checkout?: string | undefined
  readonly card_brand?: 'visa' | 'mastercard' | 'maestro' | 'amex' | undefined
  readonly 'card_brand[]'?: ReadonlyArray<'visa' | 'mastercard' | 'maestro' | 'amex'> | undefined
  readonly merchant_reference?: string | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'merchant_reference' | 'customer_name' | 'card_last_four' | 'id' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | 'expires_at' | '-expires_at' | 'merchant_reference' | '-merchant_reference' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListCardQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly customer?: string | undefined
  readonly brand?: 'visa' | 'mastercard' | 'maestro' | 'amex' | undefined
  readonly 'brand[]'?: ReadonlyArray<'visa' | 'mastercard' | 'maestro' | 'amex'> | undefined
  readonly active?: boolean | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'last_four' | 'id' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListChargebackQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly status?: 'OPEN' | 'IN_DISPUTE' | 'WON' | 'LOST' | 'CANCELLED' | undefined
  readonly 'status[]'?: ReadonlyArray<'OPEN' | 'IN_DISPUTE' | 'WON' | 'LOST' | 'CANCELLED'> | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly respond_by?: string | undefined
  readonly 'respond_by>'?: string | undefined
  readonly 'respond_by<'?: string | undefined
  readonly amount?: number | undefined
  readonly 'amount>'?: number | undefined
  readonly 'amount<'?: number | undefined
  readonly currency_code?: string | undefined
  readonly 'currency_code[]'?: ReadonlyArray<string> | undefined
  readonly payment_product?: 'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik' | undefined
  readonly 'payment_product[]'?: ReadonlyArray<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'> | undefined
  readonly reason_code?: string | undefined
  readonly transaction?: string | undefined
  readonly payment_profile?: string | undefined
  readonly 'payment_profile[]'?: ReadonlyArray<string> | undefined
  readonly processor?: string | undefined
  readonly 'processor[]'?: ReadonlyArray<string> | undefined
  readonly merchant_reference?: string | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'merchant_reference' | 'id' | 'processor_id_external' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | 'amount' | '-amount' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListCustomerEventsRow {
  readonly id: number
  readonly at: string
  readonly kind: Open<'created' | 'updated' | 'status' | 'revealed' | 'card_revoked' | 'erased' | 'deleted'>
  readonly fields: string[]
  readonly from_status: Open<'UNKNOWN' | 'AUTO_UNVERIFIED' | 'UNVERIFIED' | 'AUTO_VERIFIED' | 'VERIFIED'> | null
  readonly to_status: Open<'UNKNOWN' | 'AUTO_UNVERIFIED' | 'UNVERIFIED' | 'AUTO_VERIFIED' | 'VERIFIED'> | null
  readonly actor_kind: string
  readonly actor_name: string | null
}

export interface ListCustomerQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly status?: 'UNKNOWN' | 'AUTO_UNVERIFIED' | 'UNVERIFIED' | 'AUTO_VERIFIED' | 'VERIFIED' | undefined
  readonly 'status[]'?: ReadonlyArray<'UNKNOWN' | 'AUTO_UNVERIFIED' | 'UNVERIFIED' | 'AUTO_VERIFIED' | 'VERIFIED'> | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly segment?: 'CHAMPIONS' | 'LOYAL_CUSTOMERS' | 'POTENTIAL_LOYALISTS' | 'NEW_CUSTOMERS' | 'PROMISING' | 'NEEDING_ATTENTION' | 'ABOUT_TO_SLEEP' | 'AT_RISK' | 'CANT_LOSE_THEM' | 'HIBERNATING' | 'LOST' | undefined
  readonly 'segment[]'?: ReadonlyArray<'CHAMPIONS' | 'LOYAL_CUSTOMERS' | 'POTENTIAL_LOYALISTS' | 'NEW_CUSTOMERS' | 'PROMISING' | 'NEEDING_ATTENTION' | 'ABOUT_TO_SLEEP' | 'AT_RISK' | 'CANT_LOSE_THEM' | 'HIBERNATING' | 'LOST'> | undefined
  readonly country_code?: string | undefined
  readonly 'country_code[]'?: ReadonlyArray<string> | undefined
  readonly email_address?: string | undefined
  readonly reference?: string | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'name' | 'email_address' | 'reference' | 'id' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListEvidenceRow {
  readonly id: string
  readonly name: string
  readonly content_type: Open<'application/pdf' | 'image/jpeg' | 'image/png'>
  /** Bytes */
  readonly size: number
  readonly created_at: string
  /** `provider` for the staff of the provider, as merchants see it */
  readonly created_by: string
}

export interface ListPaymentLinkActivityRow {
  readonly id: string
  readonly at: string
  readonly kind: Open<'created' | 'opened' | 'mailed' | 'attempted' | 'paid' | 'failed' | 'done' | 'expired' | 'cancelled' | 'card_revoked'>
  readonly detail: string | null
  readonly transaction: string | null
  readonly actor_kind: Open<'user' | 'api_key' | 'provider' | 'processor' | 'system' | 'payer'>
  readonly actor_name: string | null
}

export interface ListPaymentLinkQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly active?: boolean | undefined
  readonly status?: 'CREATED' | 'INITIATED' | 'DONE' | 'EXPIRED' | undefined
  readonly 'status[]'?: ReadonlyArray<'CREATED' | 'INITIATED' | 'DONE' | 'EXPIRED'> | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly expires_at?: string | Date | undefined
  readonly 'expires_at>'?: string | Date | undefined
  readonly 'expires_at<'?: string | Date | undefined
  readonly amount?: number | undefined
  readonly 'amount>'?: number | undefined
  readonly 'amount<'?: number | undefined
  readonly currency_code?: string | undefined
  readonly 'currency_code[]'?: ReadonlyArray<string> | undefined
  readonly reusable?: boolean | undefined
  readonly customer?: string | undefined
  readonly payment_profile?: string | undefined
  readonly 'payment_profile[]'?: ReadonlyArray<string> | undefined
  readonly checkout?: string | undefined
  readonly merchant_reference?: string | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'merchant_reference' | 'description' | 'customer_name' | 'id' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | 'expires_at' | '-expires_at' | 'merchant_reference' | '-merchant_reference' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListPaymentProfileQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly name?: string | undefined
  readonly display_name?: string | undefined
  readonly currency_code?: string | undefined
  readonly 'currency_code[]'?: ReadonlyArray<string> | undefined
  readonly processors?: string | undefined
  readonly 'processors[]'?: ReadonlyArray<string> | undefined
  readonly bank_account?: string | undefined
  readonly 'bank_account[]'?: ReadonlyArray<string> | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'name' | 'display_name' | 'id' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | 'name' | '-name' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListPlanQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly amount?: number | undefined
  readonly 'amount>'?: number | undefined
  readonly 'amount<'?: number | undefined
  readonly currency_code?: string | undefined
  readonly 'currency_code[]'?: ReadonlyArray<string> | undefined
  readonly interval?: 'day' | 'week' | 'month' | 'year' | undefined
  readonly 'interval[]'?: ReadonlyArray<'day' | 'week' | 'month' | 'year'> | undefined
  readonly payment_profile?: string | undefined
  readonly 'payment_profile[]'?: ReadonlyArray<string> | undefined
  readonly checkout?: string | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'name' | 'id' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | 'name' | '-name' | 'amount' | '-amount' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListRefundQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly status?: 'PENDING' | 'HOLD' | 'PROCESSED' | 'FAILED' | 'CANCELLED' | 'UNKNOWN' | undefined
  readonly 'status[]'?: ReadonlyArray<'PENDING' | 'HOLD' | 'PROCESSED' | 'FAILED' | 'CANCELLED' | 'UNKNOWN'> | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly amount?: number | undefined
  readonly 'amount>'?: number | undefined
  readonly 'amount<'?: number | undefined
  readonly currency_code?: string | undefined
  readonly 'currency_code[]'?: ReadonlyArray<string> | undefined
  readonly payment_product?: 'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik' | undefined
  readonly 'payment_product[]'?: ReadonlyArray<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'> | undefined
  readonly transaction?: string | undefined
  readonly payment_profile?: string | undefined
  readonly 'payment_profile[]'?: ReadonlyArray<string> | undefined
  readonly merchant_reference?: string | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'merchant_reference' | 'id' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | 'amount' | '-amount' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListRoutingsOfProductsRow {
  readonly payment_product: Open<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'>
  readonly routings: Array<{
    readonly id: string
    readonly name: string
    readonly processors: string[]
  }>
}

export interface ListScheduledAttemptsRow {
  readonly attempt: number
  readonly status: Open<'OPEN' | 'PAID' | 'FAILED'>
  readonly reason: string | null
  readonly transaction: string | null
  readonly started_at: string
  readonly started_by: string | null
  readonly ended_at: string | null
}

export interface ListScheduledTransactionQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly status?: 'CREATED' | 'DONE' | 'FAILED' | undefined
  readonly 'status[]'?: ReadonlyArray<'CREATED' | 'DONE' | 'FAILED'> | undefined
  readonly due_at?: string | Date | undefined
  readonly 'due_at>'?: string | Date | undefined
  readonly 'due_at<'?: string | Date | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly amount?: number | undefined
  readonly 'amount>'?: number | undefined
  readonly 'amount<'?: number | undefined
  readonly currency_code?: string | undefined
  readonly 'currency_code[]'?: ReadonlyArray<string> | undefined
  readonly customer?: string | undefined
  readonly payment_profile?: string | undefined
  readonly 'payment_profile[]'?: ReadonlyArray<string> | undefined
  readonly merchant_reference?: string | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'merchant_reference' | 'id' | 'customer' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'due_at' | '-due_at' | 'created_at' | '-created_at' | 'amount' | '-amount' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListSubscriptionDiscountQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly type?: 'percentage' | 'fixed_cents' | undefined
  readonly 'type[]'?: ReadonlyArray<'percentage' | 'fixed_cents'> | undefined
  readonly currency_code?: string | undefined
  readonly 'currency_code[]'?: ReadonlyArray<string> | undefined
  readonly limit_to_first_order?: boolean | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'name' | 'id' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | 'name' | '-name' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListSubscriptionQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly billing_cycle?: number | undefined
  readonly 'billing_cycle>'?: number | undefined
  readonly 'billing_cycle<'?: number | undefined
  readonly due_date?: string | undefined
  readonly 'due_date>'?: string | undefined
  readonly 'due_date<'?: string | undefined
  readonly payment_product?: 'card' | 'paypal' | undefined
  readonly 'payment_product[]'?: ReadonlyArray<'card' | 'paypal'> | undefined
  readonly plan?: string | undefined
  readonly 'plan[]'?: ReadonlyArray<string> | undefined
  readonly status?: 'CREATED' | 'ACTIVE' | 'PAST_DUE' | 'EXPIRED' | 'CANCELLED' | 'COMPLETED' | undefined
  readonly 'status[]'?: ReadonlyArray<'CREATED' | 'ACTIVE' | 'PAST_DUE' | 'EXPIRED' | 'CANCELLED' | 'COMPLETED'> | undefined
  readonly customer?: string | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'customer_name' | 'id' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | 'billing_cycle' | '-billing_cycle' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListTagQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly text?: string | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'text' | 'id' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | 'text' | '-text' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListTerminalEventsRow {
  readonly id: number
  readonly at: string
  readonly kind: Open<'created' | 'renamed' | 'assigned' | 'activated' | 'deactivated'>
  readonly before: string | null
  readonly after: string | null
  readonly actor_kind: string
  readonly actor_name: string | null
}

export interface ListTerminalQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly status?: 'ACTIVE' | 'INACTIVE' | undefined
  readonly 'status[]'?: ReadonlyArray<'ACTIVE' | 'INACTIVE'> | undefined
  readonly connection?: 'SEEN' | 'SILENT' | 'NEVER_SEEN' | undefined
  readonly 'connection[]'?: ReadonlyArray<'SEEN' | 'SILENT' | 'NEVER_SEEN'> | undefined
  readonly payment_profile?: string | undefined
  readonly 'payment_profile[]'?: ReadonlyArray<string> | undefined
  readonly model?: string | undefined
  readonly 'model[]'?: ReadonlyArray<string> | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'name' | 'terminal_id' | 'serial_number' | 'id' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | 'name' | '-name' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListTerminalRequestsRow {
  readonly id: number
  readonly at: string
  /** The HTTP status of the answer */
  readonly response_code: number
  /** The code of a refusal */
  readonly code: string | null
  /** The problems of a refused request, by path */
  readonly details: Record<string, string | string[] | number> | null
  readonly merchant_reference: string | null
  readonly transaction: string | null
  /** The API key or the user that sent the request */
  readonly actor_name: string | null
  readonly duration_ms: number
  readonly request_id: string
}

export interface ListTransactionEventsRow {
  readonly id: string
  readonly at: string
  readonly kind: Open<'status' | 'refund' | 'chargeback' | 'attempt' | 'attempt_began' | 'attempt_ended' | 'contradiction' | 'parked' | 'cancellation' | 'resolved' | 'processor_call' | 'middleware_call' | 'middleware_copy' | 'exchanges_removed'>
  readonly from_status: string | null
  readonly to_status: string | null
  readonly amount: number | null
  readonly reason: string | null
  readonly subject: string | null
  readonly actor_kind: Open<'user' | 'api_key' | 'provider' | 'processor' | 'system' | 'import' | 'payer'>
  readonly actor_name: string | null
  readonly call: {
    readonly operation: string
    readonly method: string
    readonly url: string
    readonly response_code: number
    readonly duration_ms: number
    readonly request_body: string | null
    readonly response_body: string | null
  } | null
}

export interface ListTransactionQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly status?: 'INITIATED' | 'PENDING' | 'AUTHORIZED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED' | 'DECLINED' | 'FAILED' | 'ABANDONED' | 'CANCELLED' | 'AUTHORIZATION_VOIDED' | 'UNKNOWN' | undefined
  readonly 'status[]'?: ReadonlyArray<'INITIATED' | 'PENDING' | 'AUTHORIZED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED' | 'DECLINED' | 'FAILED' | 'ABANDONED' | 'CANCELLED' | 'AUTHORIZATION_VOIDED' | 'UNKNOWN'> | undefined
  readonly status_reason?: string | undefined
  readonly 'status_reason[]'?: ReadonlyArray<string> | undefined
  readonly reversals?: 'REFUND_PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'DISPUTED' | 'DISPUTE_LOST' | 'DISPUTE_WON' | undefined
  readonly 'reversals[]'?: ReadonlyArray<'REFUND_PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'DISPUTED' | 'DISPUTE_LOST' | 'DISPUTE_WON'> | undefined
  readonly payment_product?: 'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik' | undefined
  readonly 'payment_product[]'?: ReadonlyArray<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'> | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly amount?: number | undefined
  readonly 'amount>'?: number | undefined
  readonly 'amount<'?: number | undefined
  readonly country_code?: string | undefined
  readonly 'country_code[]'?: ReadonlyArray<string> | undefined
  readonly currency_code?: string | undefined
  readonly 'currency_code[]'?: ReadonlyArray<string> | undefined
  readonly customer?: string | undefined
  readonly tags?: string | undefined
  readonly 'tags[]'?: ReadonlyArray<string> | undefined
  readonly rulesets?: string | undefined
  readonly 'rulesets[]'?: ReadonlyArray<string> | undefined
  readonly processor?: string | undefined
  readonly 'processor[]'?: ReadonlyArray<string> | undefined
  readonly terminal?: string | undefined
  readonly 'terminal[]'?: ReadonlyArray<string> | undefined
  readonly payment_profile?: string | undefined
  readonly 'payment_profile[]'?: ReadonlyArray<string> | undefined
  readonly merchant_reference?: string | undefined
  readonly subscription?: string | undefined
  readonly card_brand?: 'visa' | 'mastercard' | 'maestro' | 'amex' | undefined
  readonly 'card_brand[]'?: ReadonlyArray<'visa' | 'mastercard' | 'maestro' | 'amex'> | undefined
  readonly three_d_secure?: 'AUTHENTICATED' | 'ATTEMPTED' | 'NOT_TRIED' | 'NOT_HONOURED' | undefined
  readonly 'three_d_secure[]'?: ReadonlyArray<'AUTHENTICATED' | 'ATTEMPTED' | 'NOT_TRIED' | 'NOT_HONOURED'> | undefined
  readonly challenged?: boolean | undefined
  readonly three_d_secure_demand?: 'required' | 'impossible' | undefined
  readonly 'three_d_secure_demand[]'?: ReadonlyArray<'required' | 'impossible'> | undefined
  readonly was_approved?: boolean | undefined
  readonly platform?: 'windows' | 'macos' | 'linux' | 'android' | 'ios' | 'other' | undefined
  readonly 'platform[]'?: ReadonlyArray<'windows' | 'macos' | 'linux' | 'android' | 'ios' | 'other'> | undefined
  readonly browser?: 'chrome' | 'safari' | 'firefox' | 'edge' | 'samsung' | 'other' | undefined
  readonly 'browser[]'?: ReadonlyArray<'chrome' | 'safari' | 'firefox' | 'edge' | 'samsung' | 'other'> | undefined
  readonly payment_link?: string | undefined
  readonly card_add_link?: string | undefined
  readonly blocked?: boolean | undefined
  readonly tagged?: boolean | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'merchant_reference' | 'id' | 'customer' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | 'amount' | '-amount' | 'merchant_reference' | '-merchant_reference' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface ListWebhookQuery {
  readonly id?: string | undefined
  readonly 'id[]'?: ReadonlyArray<string> | undefined
  readonly created_at?: string | Date | undefined
  readonly 'created_at>'?: string | Date | undefined
  readonly 'created_at<'?: string | Date | undefined
  readonly type?: 'transaction' | 'refund' | 'chargeback' | 'validationruleset' | 'cardlink' | 'paymentlink' | 'subscription' | 'settlement' | 'report' | undefined
  readonly 'type[]'?: ReadonlyArray<'transaction' | 'refund' | 'chargeback' | 'validationruleset' | 'cardlink' | 'paymentlink' | 'subscription' | 'settlement' | 'report'> | undefined
  readonly status?: 'INITIATED' | 'IN_PROGRESS' | 'PENDING' | 'AUTHORIZED' | 'PROCESSED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED' | 'DECLINED' | 'FAILED' | 'UNKNOWN' | 'ABANDONED' | 'CANCELLED' | 'AUTHORIZATION_VOIDED' | 'OPEN' | 'IN_DISPUTE' | 'WON' | 'LOST' | 'CREATED' | 'DONE' | 'EXPIRED' | 'HOLD' | 'ACTIVE' | 'PAST_DUE' | 'COMPLETED' | 'CLOSED' | 'ON_HOLD' | 'CARRIED' | 'PAID' | 'RETURNED' | undefined
  readonly 'status[]'?: ReadonlyArray<'INITIATED' | 'IN_PROGRESS' | 'PENDING' | 'AUTHORIZED' | 'PROCESSED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED' | 'DECLINED' | 'FAILED' | 'UNKNOWN' | 'ABANDONED' | 'CANCELLED' | 'AUTHORIZATION_VOIDED' | 'OPEN' | 'IN_DISPUTE' | 'WON' | 'LOST' | 'CREATED' | 'DONE' | 'EXPIRED' | 'HOLD' | 'ACTIVE' | 'PAST_DUE' | 'COMPLETED' | 'CLOSED' | 'ON_HOLD' | 'CARRIED' | 'PAID' | 'RETURNED'> | undefined
  readonly delivery?: 'WAITING' | 'DELIVERED' | 'REFUSED' | 'GIVEN_UP' | undefined
  readonly 'delivery[]'?: ReadonlyArray<'WAITING' | 'DELIVERED' | 'REFUSED' | 'GIVEN_UP'> | undefined
  readonly item_id?: string | undefined
  readonly manual?: boolean | undefined
  readonly address_off?: boolean | undefined
  readonly 'merchant[]'?: ReadonlyArray<string> | undefined
  readonly _search_by?: 'url' | 'item_id' | 'id' | 'merchant_name' | undefined
  readonly _search?: string | undefined
  readonly _sort?: 'created_at' | '-created_at' | 'type' | '-type' | undefined
  readonly _limit?: number | undefined
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
}

export interface MailPaymentLinkBody {
  readonly email_address?: string | undefined
}

export interface MergeTagBody {
  /** The tag that stays */
  readonly into: string
}

export type MiddlewareOutcomeEvent = { readonly type: 'payment.outcome' } & {
  /** The moment of the outcome */
  readonly timestamp: string
  /** Sent by hand, to try the address: there is no such payment */
  readonly test?: true | undefined
  readonly data: {
    /** The payment */
    readonly id: string
    readonly created_at: string
    readonly payment_profile: string
    readonly organisation: string
    /** Minor units of the currency */
    readonly amount: number
    readonly currency_code: string
    readonly payment_product: Open<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'>
    readonly merchant_reference: string
    readonly recurring_type: Open<'initial' | 'subsequent'> | null
    readonly customer: string | null
    readonly country_code: string | null
    readonly platform: string | null
    readonly browser: string | null
    readonly payment_link: string | null
    readonly subscription: string | null
    readonly terminal: string | null
    /** The first one with which the payment is not open any more */
    readonly status: Open<'INITIATED' | 'AUTHORIZED' | 'PENDING' | 'AUTHORIZATION_VOIDED' | 'CANCELLED' | 'ABANDONED' | 'SETTLEMENT_REQUESTED' | 'DECLINED' | 'UNKNOWN' | 'FAILED' | 'SETTLEMENT_COMPLETED'>
    readonly status_reason: string | null
  }
}

export interface NewPaymentProfileReply {
  /** The base currency of the merchant */
  readonly currency_code: string
  /** Names of the middleware that it gets beside what is given, because the merchant is checked by it, as far as the caller sees it. Empty for whoever may choose middleware */
  readonly checked_by: string[]
  /** The number of further middleware that it gets and that the caller may not see */
  readonly checked_by_unseen: number
}

export interface OwnAmounts {
  readonly currency_code: string
  readonly count: number
  /** Minor units of its own currency */
  readonly volume: number | null
  /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
  readonly too_large?: Record<string, string> | undefined
}

export interface PaymentLink {
  readonly id: string
  readonly created_at: string
  readonly merchant_reference: string
  readonly description: string | null
  readonly amount: number | null
  readonly minimum_amount: number | null
  readonly maximum_amount: number | null
  readonly currency_code: string
  readonly customer: string | null
  readonly customer_name: string | null
  readonly payment_products: Array<Open<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'>>
  readonly reusable: boolean
  readonly max_uses: number | null
  readonly uses: number
  readonly attempts: number
  readonly expires_at: string
  readonly status: Open<'CREATED' | 'INITIATED' | 'DONE' | 'EXPIRED'>
  readonly status_reason: string | null
  readonly last_status_update: string
  readonly active: boolean
  readonly language: Open<'nl' | 'en-US'>
  readonly email_address: string | null
  readonly mails_sent: number
  readonly last_mailed_at: string | null
  readonly redirect_url: string | null
  readonly webhook_url: string | null
  readonly created_by: string | null
  readonly payment_profile: string
  readonly payment_profile_name: string
  readonly checkout: string | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
}

export interface PaymentLinkWithUrl {
  readonly id: string
  readonly created_at: string
  readonly merchant_reference: string
  readonly description: string | null
  readonly amount: number | null
  readonly minimum_amount: number | null
  readonly maximum_amount: number | null
  readonly currency_code: string
  readonly customer: string | null
  readonly customer_name: string | null
  readonly payment_products: Array<Open<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'>>
  readonly reusable: boolean
  readonly max_uses: number | null
  readonly uses: number
  readonly attempts: number
  readonly expires_at: string
  readonly status: Open<'CREATED' | 'INITIATED' | 'DONE' | 'EXPIRED'>
  readonly status_reason: string | null
  readonly last_status_update: string
  readonly active: boolean
  readonly language: Open<'nl' | 'en-US'>
  readonly email_address: string | null
  readonly mails_sent: number
  readonly last_mailed_at: string | null
  readonly redirect_url: string | null
  readonly webhook_url: string | null
  readonly created_by: string | null
  readonly payment_profile: string
  readonly payment_profile_name: string
  readonly checkout: string | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
  /** The address of the page. Everybody who has it can use the link */
  readonly url: string
}

export interface PaymentProfileHoldersRow {
  readonly holder: Open<'transaction' | 'payment_link' | 'card_add_link' | 'plan' | 'subscription' | 'scheduled_transaction' | 'terminal' | 'import' | 'validation_ruleset'>
  /** Counted up to 1,001. Absent when the caller does not see all of these rows */
  readonly count?: number | undefined
}

export interface PaymentProfileWithRouting {
  readonly id: string
  readonly created_at: string
  readonly name: string
  readonly display_name: string
  readonly website: string | null
  readonly description: string | null
  readonly currency_code: string
  readonly mcc: string | null
  readonly processors: string[]
  readonly middleware: string[]
  readonly webhook_transaction_update: string | null
  readonly webhook_refund_update: string | null
  readonly webhook_chargeback_update: string | null
  readonly webhook_failed_email: string | null
  readonly largest_payment: number | null
  readonly failover: boolean
  readonly bank_account: string | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
  /** From payment product to routing id */
  readonly routing: Record<string, string>
}

export type PaymentlinkEvent = { readonly type: 'paymentlink.created' | 'paymentlink.initiated' | 'paymentlink.done' | 'paymentlink.expired' } & {
  /** The time at which the item reached the status */
  readonly timestamp: string
  /** Sent by hand, to try an address */
  readonly test?: true | undefined
  readonly data: {
    readonly id: string
    readonly created_at: string
    readonly status: Open<'CREATED' | 'INITIATED' | 'DONE' | 'EXPIRED'>
    readonly status_reason: string | null
    readonly merchant_reference: string
    readonly customer: string | null
    /** Null: the payer chose the amount */
    readonly amount: number | null
    readonly currency_code: string
    /** The number of payments */
    readonly uses: number
    /** The last payment */
    readonly transaction: string | null
  }
}

export interface Plan {
  readonly id: string
  readonly created_at: string
  readonly name: string
  readonly description: string | null
  readonly dynamic_descriptor: string | null
  /** Minor units of currency_code */
  readonly amount: number
  readonly currency_code: string
  readonly interval: Open<'day' | 'week' | 'month' | 'year'>
  readonly interval_count: number
  readonly max_billing_cycle: number | null
  readonly statuses_subscription_update: Array<Open<'CREATED' | 'ACTIVE' | 'PAST_DUE' | 'EXPIRED' | 'CANCELLED' | 'COMPLETED'>>
  readonly webhook_subscription_update: string | null
  readonly email_subscription_update: string | null
  readonly redirect_url: string | null
  readonly in_use: boolean
  readonly live_subscriptions: number
  readonly deleted_at: string | null
  readonly payment_profile: string
  readonly payment_profile_name: string
  readonly checkout: string | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
}

export interface PriceLineShown {
  readonly event: Open<'capture' | 'refund' | 'chargeback' | 'chargeback_reversed' | 'authorisation' | 'decline' | 'payout' | 'month' | 'month_minimum' | 'month_maximum'>
  /** Absent on invoices of earlier versions */
  readonly gateway?: string | null | undefined
  readonly product: Open<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'> | null
  readonly brand: Open<'visa' | 'mastercard' | 'maestro' | 'amex'> | null
  readonly holder: Open<'consumer' | 'commercial'> | null
  readonly funding: Open<'debit' | 'credit' | 'prepaid'> | null
  /** Of the card’s issuer. A domestic EEA card is EEA */
  readonly region: Open<'EEA' | 'UK' | 'OTHER'> | null
  /** The issuer’s country is the merchant’s */
  readonly domestic: boolean | null
  readonly channel: Open<'ecommerce' | 'pos' | 'moto' | 'recurring'> | null
  readonly currency_code: string | null
  readonly amount_from: number | null
  /** Payments of less than this */
  readonly amount_until: number | null
  /** The line applies to merchants that captured at least this in the calendar month before. REVENUE schemes alone have tiers */
  readonly tier_from: number | null
  /** The line applies to merchants that captured less than this in the calendar month before */
  readonly tier_until: number | null
  /** Minor units of the currency of the line, or else of the scheme */
  readonly fixed: number
  /** Millionths: 1.4 % is 14000 */
  readonly ppm: number
  readonly minimum: number | null
  readonly maximum: number | null
  /** The merchant pays this part of what the payment cost, and the other amounts of the line as a markup. Lines of a REVENUE scheme for payments and refunds alone */
  readonly passes_on: Open<'interchange' | 'interchange_and_scheme_fees'> | null
  /** Absent on invoices of earlier versions */
  readonly text_nl?: string | null | undefined
  /** Absent on invoices of earlier versions */
  readonly text_en?: string | null | undefined
  /** Of a COST scheme: how much of `fixed` is interchange */
  readonly interchange_fixed: number
  /** Of a COST scheme: how much of `ppm` is interchange */
  readonly interchange_ppm: number
  /** Of a COST scheme: how much of `fixed` are fees of the card’s brand */
  readonly scheme_fees_fixed: number
  /** Of a COST scheme: how much of `ppm` are fees of the card’s brand */
  readonly scheme_fees_ppm: number
}

export interface Refund {
  readonly id: string
  readonly created_at: string
  readonly merchant_reference: string
  readonly payment_product: Open<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'>
  /** Minor units of currency_code */
  readonly transaction_amount: number
  /** Minor units of currency_code */
  readonly amount: number
  readonly currency_code: string
  readonly reason: string | null
  readonly override_chargeback_reason: string | null
  readonly status: Open<'PENDING' | 'HOLD' | 'PROCESSED' | 'FAILED' | 'CANCELLED' | 'UNKNOWN'>
  readonly status_reason: string | null
  readonly last_status_update: string
  readonly processor_id_external: string | null
  readonly created_by: string | null
  readonly transaction: string
  readonly payment_profile: string
  readonly card: string | null
  readonly settlement: string | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
}

export interface RefundByPaymentProductQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface RefundByPaymentProductTypeQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface RefundByStatusQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export type RefundEvent = { readonly type: 'refund.updated' } & {
  /** The time at which the item reached the status */
  readonly timestamp: string
  /** Sent by hand, to try an address */
  readonly test?: true | undefined
  readonly data: {
    readonly id: string
    readonly created_at: string
    readonly status: Open<'PENDING' | 'HOLD' | 'PROCESSED' | 'FAILED' | 'CANCELLED' | 'UNKNOWN'>
    readonly status_reason: string | null
    /** Minor units of the currency */
    readonly amount: number
    readonly currency_code: string
    readonly transaction: string
    /** The reference of the payment */
    readonly merchant_reference: string
    readonly payment_profile: string
  }
}

export interface RefundSeriesQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** The length of a period */
  readonly period?: 'hour' | 'day' | 'week' | 'month' | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface RefundTotalQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** The length of a period */
  readonly period?: 'hour' | 'day' | 'week' | 'month' | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface RefundTransactionBody {
  /** Integer in minor units of the currency (ISO 4217 exponent) */
  readonly amount: number
  /** The amount refunded so far, in minor units, as the sender saw it. The refund is refused with refunded_meanwhile if more has been refunded since. Left out: not compared */
  readonly refunded_amount?: number | undefined
  readonly reason?: string | undefined
  /** The reason for a refund in spite of a chargeback; only with USER_ALL, PSP_ALL or REFUND_ALL */
  readonly override_chargeback_reason?: string | undefined
}

export type ReportEvent = { readonly type: 'report.processed' } & {
  /** The time at which the item reached the status */
  readonly timestamp: string
  /** Sent by hand, to try an address */
  readonly test?: true | undefined
  readonly data: {
    readonly id: string
    readonly created_at: string
    readonly status: Open<'PROCESSED'>
    /** Why there is no file; null: it can be downloaded */
    readonly failure: string | null
    readonly name: string
    /** The entity whose list the report is of */
    readonly list: string
    /** Rows of the file */
    readonly count: number
    readonly file_format: string
    readonly bytes: number | null
    readonly sha256: string | null
    readonly expires_at: string | null
    readonly schedule: string | null
    /** The instant at which the schedule was due */
    readonly due_at: string | null
    /** Null: all merchants */
    readonly organisation: string | null
  }
}

export interface RevealCustomerReply {
  readonly date_of_birth: string | null
  readonly social_security_number: string | null
}

export interface ScheduledTransaction {
  readonly id: string
  readonly created_at: string
  readonly due_at: string
  /** Minor units of currency_code */
  readonly amount: number
  readonly currency_code: string
  readonly merchant_reference: string
  readonly customer: string
  readonly customer_name: string | null
  readonly card: string
  readonly card_name: string
  readonly retry_policy: Open<'NONE' | 'AFTER_1_3_5_DAYS'>
  readonly attempts: number
  readonly next_attempt_at: string | null
  readonly status: Open<'CREATED' | 'DONE' | 'FAILED'>
  readonly status_reason: string | null
  readonly last_status_update: string
  readonly transaction: string | null
  readonly cancelled_at: string | null
  readonly created_by: string | null
  readonly payment_profile: string
  readonly payment_profile_name: string
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
}

export interface SetPaymentProfileMiddlewareBody {
  /** From now on, in the order in which they are asked */
  readonly middleware: string[] | string
  /** Those that the caller saw, in their order. If they are others by now, nothing changes */
  readonly seen: string[]
}

export interface SetPaymentProfileProcessorsBody {
  /** From now on, the preferred one first */
  readonly processors: string[] | string
  /** Those that the caller saw, in their order. If they are others by now, nothing changes */
  readonly seen: string[]
  /** From payment product to the routing that chooses its processor. Empty: none */
  readonly routing?: Record<string, string> | undefined
  /** A payment that its processor certainly did not take goes on to a second one */
  readonly failover?: boolean | undefined
}

export type SettlementEvent = { readonly type: 'settlement.closed' | 'settlement.paid' | 'settlement.returned' } & {
  /** The time at which the item reached the status */
  readonly timestamp: string
  /** Sent by hand, to try an address */
  readonly test?: true | undefined
  readonly data: {
    readonly id: string
    readonly created_at: string
    readonly number: string
    readonly status: Open<'CLOSED' | 'ON_HOLD' | 'CARRIED' | 'PAID' | 'RETURNED'>
    readonly currency_code: string
    readonly covers_from: string
    /** The last day of which the amounts that became available are in it */
    readonly covers_through: string
    /** The amount that the settlement before it carried, in minor units. Below zero: the merchant owes it */
    readonly opening: number
    /** The amount that became available on these days, in minor units. Below zero: the merchant owes it */
    readonly total: number
    /** The amount that is paid out, in minor units */
    readonly paid: number
    /** The currency of the payout, which may be another one */
    readonly payout_currency_code: string
    /** The same amount in that currency, less the margin of the exchange, in minor units */
    readonly payout_amount: number
    /** The amount that becomes part of the next settlement, in minor units. Below zero: the merchant owes it */
    readonly carried: number
    /** The banking day on which it is due; null: nothing is paid out */
    readonly pay_on: string | null
    readonly organisation: string
  }
}

export interface SubscriptionDiscount {
  readonly id: string
  readonly created_at: string
  readonly name: string
  readonly type: Open<'percentage' | 'fixed_cents'>
  readonly amount: number
  readonly currency_code: string | null
  readonly duration: number | null
  readonly minimum_amount: number | null
  readonly limit_to_first_order: boolean
  readonly in_use: boolean
  readonly deleted_at: string | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
}

export type SubscriptionEvent = { readonly type: 'subscription.updated' } & {
  /** The time at which the item reached the status */
  readonly timestamp: string
  /** Sent by hand, to try an address */
  readonly test?: true | undefined
  readonly data: {
    readonly id: string
    readonly status: Open<'CREATED' | 'ACTIVE' | 'PAST_DUE' | 'EXPIRED' | 'CANCELLED' | 'COMPLETED'>
    readonly status_reason: string | null
    readonly plan: string
    readonly customer: string
    readonly billing_cycle: number
    readonly due_date: string | null
    readonly max_billing_cycle: number | null
    readonly last_paid_cycle: number | null
    readonly last_paid_date: string | null
  }
}

export interface SubscriptionWithDiscounts {
  readonly id: string
  readonly created_at: string
  readonly customer: string
  readonly customer_name: string | null
  readonly plan: string
  readonly plan_name: string
  /** Minor units of currency_code */
  readonly amount: number
  readonly currency_code: string
  readonly billing_cycle: number
  readonly due_date: string | null
  readonly max_billing_cycle: number | null
  readonly payment_product: Open<'card' | 'paypal'> | null
  readonly card_brand: string | null
  readonly card_last_four: string | null
  readonly status: Open<'CREATED' | 'ACTIVE' | 'PAST_DUE' | 'EXPIRED' | 'CANCELLED' | 'COMPLETED'>
  readonly status_reason: string | null
  readonly last_status_update: string
  readonly last_paid_cycle: number | null
  readonly last_paid_date: string | null
  readonly retry_date: string | null
  readonly pay_before: string | null
  readonly agreed_at: string | null
  readonly agreed_terms: string | null
  readonly agreed_language: string | null
  readonly created_by: string | null
  readonly subscription_discount: string[]
  readonly payment_profile: string
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
  readonly subscription_url: string | null
  readonly discounts_attached: Array<{
    readonly id: string
    readonly subscription_discount: {
      readonly id: string
      readonly name: string
      readonly type: string
      readonly amount: number
      readonly currency_code: string | null
      readonly duration: number | null
      readonly limit_to_first_order: boolean
    }
    readonly active: boolean
    readonly applied_duration: number
    readonly created_at: string
  }>
}

export interface Tag {
  readonly id: string
  readonly created_at: string
  readonly text: string
  readonly color: string
  readonly description: string | null
  readonly recent_transactions: number | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
}

export interface TagTransactionBody {
  /** UUID */
  readonly tag: string
}

export interface TagUsesReply {
  /** The number of payments of all time, in the whole merchant */
  readonly transactions: number
  /** The number of rulesets that put it on payments. It is not deleted while there are any */
  readonly rulesets: number
}

export interface Terminal {
  readonly id: string
  readonly created_at: string
  readonly name: string
  readonly terminal_id: string
  readonly model: string
  readonly serial_number: string
  readonly software_version: string | null
  readonly status: Open<'ACTIVE' | 'INACTIVE'>
  readonly connection: Open<'SEEN' | 'SILENT' | 'NEVER_SEEN'>
  readonly last_transaction_at: string | null
  readonly last_transaction: string | null
  readonly last_seen_at: string | null
  readonly payment_profile: string | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
}

export interface TotalRefundRow {
  readonly currency_code: string
  readonly count: number
  readonly sums: {
    /** Minor units of `currency_code` */
    readonly amount: number | null
  }
  /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
  readonly too_large?: Record<string, string> | undefined
}

export interface TotalTransactionRow {
  readonly currency_code: string
  readonly count: number
  readonly sums: {
    /** Minor units of `currency_code` */
    readonly amount: number | null
    /** Minor units of `currency_code` */
    readonly captured_amount: number | null
    /** Minor units of `currency_code` */
    readonly refunded_amount: number | null
  }
  /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
  readonly too_large?: Record<string, string> | undefined
}

export interface Transaction {
  readonly id: string
  readonly created_at: string
  readonly merchant_reference: string
  /** Minor units of currency_code */
  readonly amount: number
  readonly currency_code: string
  readonly status: Open<'INITIATED' | 'PENDING' | 'AUTHORIZED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED' | 'DECLINED' | 'FAILED' | 'ABANDONED' | 'CANCELLED' | 'AUTHORIZATION_VOIDED' | 'UNKNOWN'>
  readonly status_reason: string | null
  readonly last_status_update: string
  readonly payment_product: Open<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'>
  readonly payment_product_type: string | null
  readonly recurring_type: Open<'initial' | 'subsequent'> | null
  /** Minor units of currency_code */
  readonly captured_amount: number
  /** Minor units of currency_code */
  readonly refunded_amount: number
  readonly reversals: Array<Open<'REFUND_PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'DISPUTED' | 'DISPUTE_LOST' | 'DISPUTE_WON'>>
  readonly blocked: boolean
  readonly tagged: boolean
  readonly tags: string[]
  readonly rulesets: string[]
  readonly customer: string | null
  readonly customer_name: string | null
  readonly country_code: string | null
  readonly card_brand: Open<'visa' | 'mastercard' | 'maestro' | 'amex'> | null
  readonly card_bin: string | null
  readonly card_last_four: string | null
  readonly card_issuer_country: string | null
  readonly card_funding: Open<'credit' | 'debit' | 'prepaid'> | null
  readonly card_holder: Open<'consumer' | 'commercial'> | null
  readonly channel: Open<'ecommerce' | 'pos' | 'moto' | 'recurring'> | null
  readonly three_d_secure: Open<'AUTHENTICATED' | 'ATTEMPTED' | 'NOT_TRIED' | 'NOT_HONOURED'> | null
  readonly challenged: boolean
  readonly three_d_secure_demand: Open<'required' | 'impossible'> | null
  readonly was_approved: boolean
  readonly platform: Open<'windows' | 'macos' | 'linux' | 'android' | 'ios' | 'other'> | null
  readonly browser: Open<'chrome' | 'safari' | 'firefox' | 'edge' | 'samsung' | 'other'> | null
  readonly processor: string | null
  readonly processor_id_external: string | null
  readonly terminal: string | null
  readonly payment_link: string | null
  readonly card_add_link: string | null
  readonly payment_profile: string
  readonly payment_profile_name: string
  readonly organisation: string
  readonly subscription: string | null
  readonly subscription_cycle: number | null
  readonly settlement: string | null
  readonly merchant: string
  readonly merchant_name: string
}

export interface TransactionByBrowserQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface TransactionByCountryQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface TransactionByCountryReply {
  readonly from: string
  readonly to: string
  readonly time_zone: string
  readonly currency_code: string
  readonly base_currency: string
  /** Null: figures of currency_code alone. Otherwise figures of all currencies, with amounts converted to currency_code. */
  readonly conversion: Conversion | null
  readonly currencies: OwnAmounts[]
  readonly items: Array<{
    readonly value: string | null
    readonly count: number
    /** Minor units of `currency_code` */
    readonly volume: number | null
    /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
    readonly too_large?: Record<string, string> | undefined
  }>
}

export interface TransactionByPaymentProductQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface TransactionByPlatformQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface TransactionByStatusQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export type TransactionEvent = { readonly type: 'transaction.updated' } & {
  /** The time at which the item reached the status */
  readonly timestamp: string
  /** Sent by hand, to try an address */
  readonly test?: true | undefined
  readonly data: {
    readonly id: string
    readonly created_at: string
    readonly status: Open<'INITIATED' | 'AUTHORIZED' | 'PENDING' | 'AUTHORIZATION_VOIDED' | 'CANCELLED' | 'ABANDONED' | 'SETTLEMENT_REQUESTED' | 'DECLINED' | 'UNKNOWN' | 'FAILED' | 'SETTLEMENT_COMPLETED'>
    readonly status_reason: string | null
    /** Minor units of the currency */
    readonly amount: number
    /** Minor units of the currency */
    readonly captured_amount: number
    readonly currency_code: string
    readonly merchant_reference: string
    readonly payment_product: Open<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'>
    readonly recurring_type: Open<'initial' | 'subsequent'> | null
    readonly blocked: boolean
    readonly payment_profile: string
    readonly customer: string | null
    readonly subscription: string | null
    readonly subscription_cycle: number | null
    readonly payment_link: string | null
    readonly card_add_link: string | null
  }
}

export interface TransactionLifecycleQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface TransactionLifecycleReply {
  readonly from: string
  readonly to: string
  readonly time_zone: string
  readonly currency_code: string
  readonly base_currency: string
  /** Null: figures of currency_code alone. Otherwise figures of all currencies, with amounts converted to currency_code. */
  readonly conversion: Conversion | null
  readonly currencies: OwnAmounts[]
  readonly items: Array<{
    readonly name: string
    readonly count: number
    /** Minor units of `currency_code` */
    readonly volume: number | null
    /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
    readonly too_large?: Record<string, string> | undefined
    readonly count_percentage: number
    readonly volume_percentage: number
  }>
  readonly ways: Array<{
    readonly from: string
    readonly to: string
    readonly count: number
  }>
}

export interface TransactionLocationQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface TransactionLocationRow {
  readonly location: {
    readonly alpha2: string
    readonly alpha3: string
  }
  /** Minor units */
  readonly volume: string
}

export interface TransactionSeriesQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** The length of a period */
  readonly period?: 'hour' | 'day' | 'week' | 'month' | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface TransactionSeriesReply {
  readonly from: string
  readonly to: string
  readonly time_zone: string
  readonly currency_code: string
  readonly base_currency: string
  /** Null: figures of currency_code alone. Otherwise figures of all currencies, with amounts converted to currency_code. */
  readonly conversion: Conversion | null
  readonly currencies: OwnAmounts[]
  readonly period: string
  readonly points: Array<{
    readonly period: string
    readonly from: string
    readonly to: string
    /** True of the period in which it is now */
    readonly unfinished: boolean
    readonly count: number
    /** Minor units of `currency_code` */
    readonly volume: number | null
    /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
    readonly too_large?: Record<string, string> | undefined
  }>
}

export interface TransactionTimeOfDayQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface TransactionTimeOfDayReply {
  readonly from: string
  readonly to: string
  readonly time_zone: string
  readonly currency_code: string
  readonly base_currency: string
  /** Null: figures of currency_code alone. Otherwise figures of all currencies, with amounts converted to currency_code. */
  readonly conversion: Conversion | null
  readonly currencies: OwnAmounts[]
  readonly weekdays: Array<{
    readonly weekday: number
    readonly hours: Array<{
      readonly hour: number
      readonly count: number
      /** Minor units of `currency_code` */
      readonly volume: number | null
      /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
      readonly too_large?: Record<string, string> | undefined
    }>
  }>
}

export interface TransactionTodayReply {
  readonly time_zone: string
  readonly today: {
    readonly from: string
    readonly to: string
  }
  readonly yesterday: {
    readonly from: string
    readonly to: string
  }
  readonly week_ago: {
    readonly from: string
    readonly to: string
  }
  readonly statuses: string[]
  readonly currencies: Array<{
    readonly currency_code: string
    readonly today: {
      readonly count: number
      /** Minor units of `currency_code` */
      readonly volume: number | null
      /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
      readonly too_large?: Record<string, string> | undefined
    }
    readonly yesterday: {
      readonly count: number
      /** Minor units of `currency_code` */
      readonly volume: number | null
      /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
      readonly too_large?: Record<string, string> | undefined
      readonly growth: number | null
    }
    readonly week_ago: {
      readonly count: number
      /** Minor units of `currency_code` */
      readonly volume: number | null
      /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
      readonly too_large?: Record<string, string> | undefined
      readonly growth: number | null
    }
  }>
}

export interface TransactionTotalQuery {
  /** Only what is of this merchant */
  readonly merchant?: string | undefined
  /** Only what is of this organisation and those below it */
  readonly organisation?: string | undefined
  /** The first instant or day. By default a month before the end */
  readonly 'created_at>'?: string | Date | undefined
  /** The last instant or day of the caller’s zone, included. By default now */
  readonly 'created_at<'?: string | Date | undefined
  /** The length of a period */
  readonly period?: 'hour' | 'day' | 'week' | 'month' | undefined
  /** Only figures of this currency */
  readonly currency_code?: string | undefined
  /** true: amounts of all currencies, converted to the base currency with the newest exchange rates on or before the last day of the range; not together with currency_code */
  readonly in_base_currency?: boolean | undefined
}

export interface TransactionTotalReply {
  readonly from: string
  readonly to: string
  readonly time_zone: string
  readonly currency_code: string
  readonly base_currency: string
  /** Null: figures of currency_code alone. Otherwise figures of all currencies, with amounts converted to currency_code. */
  readonly conversion: Conversion | null
  readonly currencies: OwnAmounts[]
  readonly period: string
  readonly previous: {
    readonly from: string
    readonly to: string
  }
  readonly current: {
    readonly from: string
    readonly to: string
    readonly unfinished: boolean
  }
  readonly previous_current: {
    readonly from: string
    readonly to: string
  }
  readonly count: {
    readonly average: number
    readonly total: number
    readonly current: number
    readonly growth: {
      readonly average: number | null
      readonly total: number | null
      readonly current: number | null
    }
  }
  readonly volume: {
    /** Minor units of `currency_code` */
    readonly average: number | null
    /** Minor units of `currency_code` */
    readonly total: number | null
    /** Minor units of `currency_code` */
    readonly current: number | null
    readonly growth: {
      readonly average: number | null
      readonly total: number | null
      readonly current: number | null
    }
    /** Digits of the sums here that are beyond 2^53−1, by name. Such a sum itself is null */
    readonly too_large?: Record<string, string> | undefined
  }
}

export interface TransactionWithRedirect {
  readonly id: string
  readonly created_at: string
  readonly merchant_reference: string
  /** Minor units of currency_code */
  readonly amount: number
  readonly currency_code: string
  readonly status: Open<'INITIATED' | 'PENDING' | 'AUTHORIZED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED' | 'DECLINED' | 'FAILED' | 'ABANDONED' | 'CANCELLED' | 'AUTHORIZATION_VOIDED' | 'UNKNOWN'>
  readonly status_reason: string | null
  readonly last_status_update: string
  readonly payment_product: Open<'card' | 'ideal' | 'paypal' | 'bancontact' | 'sepa_debit' | 'klarna' | 'eps' | 'blik'>
  readonly payment_product_type: string | null
  readonly recurring_type: Open<'initial' | 'subsequent'> | null
  /** Minor units of currency_code */
  readonly captured_amount: number
  /** Minor units of currency_code */
  readonly refunded_amount: number
  readonly reversals: Array<Open<'REFUND_PENDING' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'DISPUTED' | 'DISPUTE_LOST' | 'DISPUTE_WON'>>
  readonly blocked: boolean
  readonly tagged: boolean
  readonly tags: string[]
  readonly rulesets: string[]
  readonly customer: string | null
  readonly customer_name: string | null
  readonly country_code: string | null
  readonly card_brand: Open<'visa' | 'mastercard' | 'maestro' | 'amex'> | null
  readonly card_bin: string | null
  readonly card_last_four: string | null
  readonly card_issuer_country: string | null
  readonly card_funding: Open<'credit' | 'debit' | 'prepaid'> | null
  readonly card_holder: Open<'consumer' | 'commercial'> | null
  readonly channel: Open<'ecommerce' | 'pos' | 'moto' | 'recurring'> | null
  readonly three_d_secure: Open<'AUTHENTICATED' | 'ATTEMPTED' | 'NOT_TRIED' | 'NOT_HONOURED'> | null
  readonly challenged: boolean
  readonly three_d_secure_demand: Open<'required' | 'impossible'> | null
  readonly was_approved: boolean
  readonly platform: Open<'windows' | 'macos' | 'linux' | 'android' | 'ios' | 'other'> | null
  readonly browser: Open<'chrome' | 'safari' | 'firefox' | 'edge' | 'samsung' | 'other'> | null
  readonly processor: string | null
  readonly processor_id_external: string | null
  readonly terminal: string | null
  readonly payment_link: string | null
  readonly card_add_link: string | null
  readonly payment_profile: string
  readonly payment_profile_name: string
  readonly organisation: string
  readonly subscription: string | null
  readonly subscription_cycle: number | null
  readonly settlement: string | null
  readonly merchant: string
  readonly merchant_name: string
  /** The page where the payer has to go on (3-D Secure), while the payment is INITIATED */
  readonly redirect_url?: string | undefined
}

export interface TryWebhookAddressBody {
  readonly field: 'webhook_transaction_update' | 'webhook_refund_update' | 'webhook_chargeback_update'
}

export interface TryWebhookAddressReply {
  /** 0: there was no answer */
  readonly response_code: number
  readonly duration_ms: number
  readonly problem: Open<'address_refused' | 'unknown_host' | 'connection_refused' | 'certificate' | 'no_answer' | 'timeout'> | null
}

export interface UpdateCustomerBody {
  readonly email_address?: string | undefined
  /** UUID */
  readonly organisation?: string | undefined
  /** The merchant’s own number for the customer */
  readonly reference?: string | null | undefined
  readonly title?: string | null | undefined
  readonly initials?: string | null | undefined
  readonly first_name?: string | null | undefined
  readonly last_name?: string | null | undefined
  readonly gender?: 'female' | 'male' | 'other' | null | undefined
  readonly date_of_birth?: string | null | undefined
  readonly social_security_number?: string | null | undefined
  readonly street_address?: string | null | undefined
  readonly house_number?: string | null | undefined
  readonly house_number_suffix?: string | null | undefined
  readonly postal_code?: string | null | undefined
  readonly city?: string | null | undefined
  readonly region?: string | null | undefined
  readonly country_code?: 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW' | null | undefined
  readonly phone_number?: string | null | undefined
  readonly fax_number?: string | null | undefined
  readonly status?: 'UNKNOWN' | 'AUTO_UNVERIFIED' | 'UNVERIFIED' | 'AUTO_VERIFIED' | 'VERIFIED' | undefined
  readonly status_reason?: string | null | undefined
}

export interface UpdatePaymentProfileBody {
  readonly name?: string | undefined
  /** The name that payers read */
  readonly display_name?: string | undefined
  /** UUID */
  readonly organisation?: string | undefined
  /** Stays as it is once there is a payment, or anything else with an amount */
  readonly currency_code?: string | undefined
  readonly website?: string | null | undefined
  readonly description?: string | null | undefined
  readonly webhook_transaction_update?: string | null | undefined
  readonly webhook_refund_update?: string | null | undefined
  readonly webhook_chargeback_update?: string | null | undefined
  readonly webhook_failed_email?: string | null | undefined
  /** The largest amount of one payment, in minor units; of several limits the lowest applies */
  readonly largest_payment?: number | null | undefined
  /** A payment that its processor certainly did not take goes on to a second one */
  readonly failover?: boolean | undefined
  readonly mcc?: string | null | undefined
  /** A verified account, to which its payments are paid out. Null: that of the merchant */
  readonly bank_account?: string | null | undefined
  /** The preferred one first */
  readonly processors?: string[] | string | undefined
  /** In the order in which they are asked */
  readonly middleware?: string[] | string | undefined
  /** From payment product to the routing that chooses its processor. Empty: none */
  readonly routing?: Record<string, string> | undefined
}

export interface UpdateScheduledTransactionBody {
  /** UUID */
  readonly payment_profile?: string | undefined
  /** UUID */
  readonly customer?: string | undefined
  /** A stored card of the customer */
  readonly card?: string | undefined
  /** In the currency of the payment profile */
  readonly amount?: number | undefined
  readonly due_at?: string | undefined
  readonly merchant_reference?: string | undefined
  readonly retry_policy?: 'NONE' | 'AFTER_1_3_5_DAYS' | undefined
}

export interface UpdateSubscriptionBody {
  /** UUID */
  readonly id?: string | undefined
  readonly max_billing_cycle?: number | null | undefined
}

export interface UpdateTagBody {
  /** Unique within the organisation, without regard to case */
  readonly text: string
  /** As #rrggbb */
  readonly color: string
  readonly description?: string | null | undefined
}

export interface UpdateTerminalBody {
  readonly name?: string | undefined
  /** UUID */
  readonly payment_profile?: string | undefined
}

export type ValidationrulesetEvent = { readonly type: 'validationruleset.hit' } & {
  /** The time at which the item reached the status */
  readonly timestamp: string
  /** Sent by hand, to try an address */
  readonly test?: true | undefined
  readonly data: {
    /** The payment */
    readonly id: string
    readonly created_at: string
    /** CANCELLED: a ruleset blocked the payment. INITIATED: it goes on */
    readonly status: Open<'INITIATED' | 'CANCELLED'>
    readonly ruleset: string
    /** The name of the ruleset */
    readonly name: string
    readonly action: Open<'tag' | 'block' | '3dSecure'>
    /** The tag that it put on the payment */
    readonly tag: string | null
    /** Minor units of the currency */
    readonly amount: number
    readonly currency_code: string
    readonly merchant_reference: string
    readonly payment_profile: string
    readonly customer: string | null
  }
}

export interface Webhook {
  readonly id: string
  readonly created_at: string
  readonly url: string
  readonly type: Open<'transaction' | 'refund' | 'chargeback' | 'validationruleset' | 'cardlink' | 'paymentlink' | 'subscription' | 'settlement' | 'report'>
  readonly item_id: string
  readonly delivered_on: string | null
  readonly status: Open<'INITIATED' | 'IN_PROGRESS' | 'PENDING' | 'AUTHORIZED' | 'PROCESSED' | 'SETTLEMENT_REQUESTED' | 'SETTLEMENT_COMPLETED' | 'DECLINED' | 'FAILED' | 'UNKNOWN' | 'ABANDONED' | 'CANCELLED' | 'AUTHORIZATION_VOIDED' | 'OPEN' | 'IN_DISPUTE' | 'WON' | 'LOST' | 'CREATED' | 'DONE' | 'EXPIRED' | 'HOLD' | 'ACTIVE' | 'PAST_DUE' | 'COMPLETED' | 'CLOSED' | 'ON_HOLD' | 'CARRIED' | 'PAID' | 'RETURNED'>
  readonly delivery: Open<'WAITING' | 'DELIVERED' | 'REFUSED' | 'GIVEN_UP'>
  readonly attempts: number
  readonly response_code: number | null
  readonly next_attempt_at: string | null
  readonly address_off: boolean
  readonly manual: boolean
  readonly created_by: string | null
  readonly organisation: string
  readonly merchant: string
  readonly merchant_name: string
}

export interface WebhookDelivery {
  /** Null: the caller may not read the settlement or report that it is about, or lacks its part */
  readonly payload: Record<string, unknown> | null
  readonly switched_off_at: string | null
  readonly attempts: Array<{
    readonly attempt: number
    readonly at: string
    readonly duration_ms: number
    /** 0: there was no answer */
    readonly response_code: number
    readonly problem: Open<'address_refused' | 'unknown_host' | 'connection_refused' | 'certificate' | 'no_answer' | 'timeout' | 'address_off'> | null
    /** The beginning of the body, for the provider’s staff */
    readonly response_body: string | null
    /** For the provider’s staff */
    readonly error: string | null
  }>
}

export interface WhyPrice {
  readonly scheme_name: string
  readonly version: number
  readonly valid_from: string
  /** Of the scheme’s amounts; null: any */
  readonly currency_code: string | null
  /** Of a partner’s share: what its percentage is of */
  readonly percentage_of: Open<'MARGIN' | 'FEE' | 'VOLUME'> | null
  /** Of the line in its version */
  readonly number: number
  readonly line: PriceLineShown
  /** The amount that was priced, in minor units */
  readonly of_amount: number | null
  /** Where prices have tiers: what the merchant captured in the month before, in minor units */
  readonly volume: {
    /** `2026-10` */
    readonly month: string
    readonly amount: number
  } | null
  /** The other lines that fit, the weightiest first */
  readonly beaten: Array<{
    /** Of the line in its version */
    readonly number: number
    readonly line: PriceLineShown
  }>
}
