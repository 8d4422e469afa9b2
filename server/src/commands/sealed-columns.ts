import { providerId } from '../platform/db/ids.ts'

/** A column with values that `sealBytes` made, and where each belongs, as SQL over its row. */
export interface SealedColumn {
  table: string
  column: string
  merchant: string
  /** More than one: which of them it is does not follow from the row alone. */
  records: readonly string[]
  /** Values of a megabyte go in small batches. */
  isLarge?: true
  /** Few of very many rows have a value, for as long as something is under way. */
  isSparse?: true
}

const own = 'merchant_id::text'
const of = (
  table: string,
  column: string,
  records: string | readonly string[],
  { merchant = own, isLarge = false, isSparse = false } = {},
): SealedColumn => ({
  ...{ table, column, merchant, records: [records].flat() },
  ...(isLarge && { isLarge }),
  ...(isSparse && { isSparse }),
})
const fixed = (text: string) => `'${text}'`

/** Every column with sealed values. A test compares it with the columns of bytes that the tables have. */
export const sealedColumns: readonly SealedColumn[] = [
  of('processor', 'credential', 'id::text'),
  of('processor', 'second_credential', 'id::text'),
  of('processor_settlement', 'credential', 'id::text'),
  of('customer', 'date_of_birth', `id || '/date_of_birth'`),
  of('customer', 'social_security_number', `id || '/social_security_number'`),
  of('sign_on', 'client_secret', fixed('sign_on')),
  of('totp', 'secret', 'user_id::text', { merchant: fixed('totp') }),
  of('challenge', 'secret', 'user_id::text', { merchant: fixed('totp') }),
  of('challenge', 'sign_on', 'user_id::text', { merchant: fixed('sign_on') }),
  of('sign_on_session', 'refresh_token', 'session_id::text', { merchant: fixed('sign_on') }),
  of('mail', 'sealed', 'id::text', { merchant: fixed('mail') }),
  of('outbox', 'request_sealed', 'id::text', { isSparse: true }),
  of('processor_notification', 'sealed', `processor_id || '/' || id`, { isSparse: true }),
  of('transaction', 'redirect_sealed', `id || '/action'`, { isSparse: true }),
  of('payment_return', 'sealed', `operation_id || '/return'`, { isSparse: true }),
  of('idempotency_key', 'response_sealed', `'idempotency_key/' || caller_id || '/' || key`, { isSparse: true }),
  of('bank_account', 'iban', `'bank_account/' || id || '/iban'`),
  of('provider_bank_account', 'iban', `'bank_account/' || id || '/iban'`, { merchant: fixed(providerId) }),
  of('bank_account_file', 'content', `'bank_account_document/' || document_id`, { isLarge: true }),
  of('import_piece', 'content', `'import/' || import_id || '/' || number`, { isLarge: true }),
  // The last piece of a file is sealed as the last one.
  of(
    'report_piece',
    'content',
    ['', '/last'].map((end) => `'report/' || report_id || '/' || file_id || '/' || number || '${end}'`),
    { isLarge: true },
  ),
  of('payment_order_file', 'content', `'payment_order/' || order_id`, { merchant: fixed(providerId), isLarge: true }),
]

/** The other columns of bytes: hashes and fingerprints, public keys, and files that are no secrets. */
export const unsealedColumns: readonly string[] = [
  ...['api_key.secret_hash', 'attempt_counter.key', 'bank_account.iban_fingerprint', 'bank_account_alarm.token_hash'],
  ...['bank_entry.counterparty_fingerprint', 'bank_entry.fingerprint', 'challenge.code_hash', 'challenge.token_hash'],
  ...['change.hash', 'chargeback_evidence.content', 'chargeback_evidence.sha256', 'idempotency_key.request_hash'],
  // The rotation itself seals the second one anew.
  ...['installation.key_fingerprint', 'installation.derivation_key', 'installation.next_key_fingerprint'],
  ...['passkey.credential_id', 'passkey.public_key', 'payment_return.digest', 'processor_settlement_file.content'],
  ...['processor_settlement_file.sha256', 'provider_bank_account.iban_fingerprint', 'recovery_code.code_hash'],
  ...[
    'remembered_device_secret.replaces',
    'remembered_device_secret.retired_by',
    'remembered_device_secret.secret_hash',
  ],
  ...['session.token_hash', 'user_token.token_hash'],
]
