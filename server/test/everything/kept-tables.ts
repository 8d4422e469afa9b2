import type { KeptKind } from '../../src/housekeeping/kept-days.ts'

/** The tables of what is kept for a while. */
export const keptTables: Record<KeptKind, readonly string[]> = {
  exchanges: ['processor_call', 'middleware_call', 'middleware_copy', 'card_call'],
  decisions: ['decision'],
  orders: ['outbox', 'outbox_attempt', 'payment_return', 'payment_attempt'],
  notifications: ['processor_notification'],
  notification_contents: [],
  audit_trail: ['audit_trail_item'],
  audit_trail_contents: ['audit_trail_content'],
  webhooks: ['webhook', 'webhook_attempt'],
  link_events: ['link_event'],
  terminal_requests: ['terminal_request'],
  idempotency_keys: ['idempotency_key'],
  mails: ['mail'],
  sign_in_events: ['sign_in_event'],
  sessions: ['session', 'sign_on_session', 'remembered_device', 'remembered_device_secret'],
  import_files: ['import_piece', 'import_rejection', 'import_made'],
  reports: ['report', 'report_piece'],
  report_downloads: ['report_download'],
  checks: ['statistics_check', 'ledger_check', 'exchange_rate_fetch'],
}

/** The other tables that are no configuration, by the reason why no kind of days is theirs. */
export const otherTables: Record<string, readonly string[]> = {
  'is what a payment is, and what happened to it': [
    ...[
      'transaction',
      'refund',
      'chargeback',
      'transaction_event',
      'transaction_tag',
      'contradiction',
      'outbox_resolution',
    ],
    ...['chargeback_evidence', 'chargeback_reminder', 'status_update', 'uncaptured_order', 'validation_ruleset_hit'],
    ...['checkout_payment', 'scheduled_attempt', 'subscription_cycle'],
  ],
  'is in the books': [
    ...[
      'ledger_transfer',
      'ledger_day',
      'ledger_day_sum',
      'ledger_book',
      'ledger_balance',
      'ledger_hold',
      'ledger_available',
      'ledger_invoiced',
      'ledger_vat',
    ],
    ...['ledger_volume', 'settlement_number', 'settlement_update', 'settlement_line', 'invoice', 'invoice_book'],
    ...['invoice_number', 'invoice_mail'],
    ...[
      'payment_order_file',
      'payment_order_download',
      'bank_statement',
      'bank_entry',
      'processor_receipt',
      'fee_sweep',
    ],
    ...['client_money_day', 'processor_settlement_file', 'processor_settlement_line', 'reconciled_line'],
    ...['reconciliation_difference', 'sap_batch_sum', 'sap_sending', 'sap_line'],
  ],
  'is of customers, and goes with them': [
    'customer',
    'card',
    'agreement',
    'customer_event',
    'customer_rfm',
    'customer_rfm_scale',
  ],
  'is what was offered or agreed': ['payment_link', 'card_add_link', 'import_mapping'],
  'is how somebody signs in': ['totp', 'recovery_code', 'passkey', 'linked_identity', 'saved_view'],
  'is who did what, of few people': [
    ...['change', 'terminal_event', 'bank_account_file', 'bank_account_reading', 'bank_account_alarm', 'cache_removal'],
    ...[
      'routing_draft',
      'new_routing_draft',
      'scheme_rehearsal',
      'scheme_rehearsal_part',
      'routing_processor',
      'ruleset_version',
    ],
  ],
  'grows by days, not by payments': [
    ...['statistics_hour', 'statistics_day', 'statistics_day_cube', 'statistics_day_processor', 'statistics_customer'],
    'exchange_rate',
  ],
  'goes when its work is done or its time is over': [
    ...['statistics_delta', 'ledger_event', 'customer_rfm_due', 'merchant_volume', 'challenge', 'sign_on_logout'],
    'user_token',
    ...['attempt_counter', 'audit_trail_intent', 'key_rotation'],
    'audit_trail_process',
  ],
  'is one row, or one for each job': ['periodic_lease', 'settlement_progress', 'invoice_progress'],
  'waits for a person': ['statistics_delta_aside', 'ledger_event_aside'],
  'says what was removed': ['removed_data', 'emptied_month'],
  'stands in the program': [
    ...['currency', 'status_transition', 'transaction_status', 'role', 'recorded_table', 'migration', 'migration_lock'],
    ...['ledger_code', 'ledger_kind', 'vat_rate'],
  ],
}
