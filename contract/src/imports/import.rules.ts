/** What a file can hold: each row becomes one of these. */
export const importTypes = [
  'customer',
  'card',
  'transaction',
  'chargeback',
  'subscription',
  'merchant',
  'status_update',
] as const
export type ImportType = (typeof importTypes)[number]

/** The person who hands a file in names this for all of its rows. `provider`: the rows are merchants, or belong to any merchant. */
export const importPlaces = {
  customer: 'organisation',
  card: 'organisation',
  transaction: 'payment_profile',
  chargeback: 'organisation',
  subscription: 'organisation',
  merchant: 'provider',
  status_update: 'provider',
} as const satisfies Readonly<Record<ImportType, string>>

/**
 * `UPLOADED`: its columns are not known yet, or the check is under way. `VALIDATED`: every row was read, and nothing written.
 * `PARTLY_DONE`: some rows were rejected. `FAILED`: the file could not be read to its end, or none of its rows could be imported.
 */
export const importStatuses = [
  'UPLOADED',
  'VALIDATED',
  'RUNNING',
  'DONE',
  'PARTLY_DONE',
  'FAILED',
  'CANCELLED',
  'REVERTED',
] as const
export type ImportStatus = (typeof importStatuses)[number]

/** `check`: reads every row and writes none. `again`: only the rows that were rejected. */
export const importTasks = ['check', 'import', 'again', 'revert'] as const
export type ImportTask = (typeof importTasks)[number]

/** The statuses in which a command is possible, while no task waits or runs. */
export const importCan = {
  check: ['UPLOADED', 'VALIDATED', 'FAILED'],
  start: ['VALIDATED'],
  rerun: ['PARTLY_DONE', 'FAILED'],
  revert: ['DONE', 'PARTLY_DONE', 'FAILED', 'CANCELLED'],
} as const satisfies Readonly<Record<string, readonly ImportStatus[]>>

/** It can be cancelled in these also while a task runs. */
export const cancellable: readonly ImportStatus[] = ['UPLOADED', 'VALIDATED', 'RUNNING']

/**
 * The types of which an import can be taken back. Payments and chargebacks cannot: their trail and their figures stay for
 * ever. Subscriptions are cancelled one by one, because their payers may have been told.
 */
export const revertible: readonly ImportType[] = ['customer', 'card', 'merchant']

/** The types whose rows have amounts. */
export const withAmounts: readonly ImportType[] = ['transaction', 'chargeback']

/** The fields that are dates, in whichever type they are. */
export const dateTargets = ['created_at', 'respond_by', 'due_date', 'date_of_birth'] as const

/** The fields that a column can be mapped to. A row without a required one is rejected. */
export const importTargets = {
  customer: {
    required: ['reference'],
    optional: [
      ...['email_address', 'title', 'initials', 'first_name', 'last_name', 'gender', 'date_of_birth'],
      ...['social_security_number', 'street_address', 'house_number', 'house_number_suffix', 'postal_code', 'city'],
      ...['region', 'country_code', 'phone_number', 'fax_number'],
    ],
  },
  card: {
    /** `customer`: the merchant's number. `token`: the gateway's own id of the card that it keeps. */
    required: ['customer', 'token', 'brand', 'last_four', 'expiry_month', 'expiry_year'],
    /** `holder`: the gateway's own id of the customer. `processor`: its name or our id; needed where several could keep the card. */
    optional: ['holder', 'processor', 'bin'],
  },
  transaction: {
    required: ['reference', 'amount', 'created_at'],
    optional: [
      ...['customer', 'currency', 'country_code', 'payment_product', 'email', 'name', 'first_name', 'last_name'],
      ...['city', 'postal_code', 'phone'],
    ],
  },
  chargeback: {
    /** `transaction`: our id of the payment, or the merchant's reference. */
    required: ['transaction', 'processor_id_external', 'amount'],
    optional: ['currency', 'reason', 'reason_code', 'status', 'created_at', 'respond_by'],
  },
  subscription: {
    /** `customer`: the merchant's number. `plan`: its name or our id. */
    required: ['customer', 'plan'],
    /** `card`: our id or the last four digits of a card that the customer has here. */
    optional: ['due_date', 'card', 'max_billing_cycle'],
  },
  merchant: {
    required: ['name', 'country_code', 'language', 'time_zone', 'base_currency', 'mcc'],
    optional: [
      ...['external_id', 'legal_name', 'vat_number', 'chamber_of_commerce'],
      ...['street', 'street_number', 'extended_address', 'postal_code', 'locality', 'region', 'email'],
      ...['phone', 'tax_number', 'user_name', 'user_email'],
    ],
  },
  status_update: {
    /** `item`: our id of a payment, a refund or a chargeback. */
    required: ['item', 'to_status', 'reason'],
    optional: ['external_reference', 'tell'],
  },
} as const satisfies Readonly<Record<ImportType, { required: readonly string[]; optional: readonly string[] }>>

/** The names of all targets of a type, the required ones first. */
export const targetsOf = (type: ImportType): readonly string[] => [
  ...importTargets[type].required,
  ...importTargets[type].optional,
]

/** How a file is written: text, or the first sheet of a workbook. */
export const importFormats = ['csv', 'xlsx'] as const
export type ImportFormat = (typeof importFormats)[number]

export const importDelimiters = [',', ';', '\t', '|'] as const
export const importEncodings = ['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le', 'utf-16be'] as const
export const decimalSigns = ['.', ','] as const
/** The order in which dates of a file have their year, month and day. */
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Bytes of a file, columns in it, rows that are shown before they are imported, and rejected rows, after which it ends. */
export const importLimits = { bytes: 25 * 1024 * 1024, columns: 500, shown: 50, rejections: 10_000 } as const

/** Why a file as a whole cannot be read. */
export const importProblems = [
  'empty',
  'no_header',
  'column_missing',
  'column_twice',
  'too_many_columns',
  'decimals_differ',
  'line_too_long',
  'unknown_encoding',
  'no_processor',
  'shop_gone',
  'file_gone',
  'author_gone',
  'gave_up',
  'too_many_rejections',
  'workbook_too_large',
  'workbook_damaged',
  'workbook_protected',
  'no_text',
  'unreadable',
] as const
export type ImportProblemCode = (typeof importProblems)[number]

/** A row of a checked file of statuses would change a status, ask a second person, do nothing, or be rejected. */
export const foreseenOutcomes = ['changed', 'asked', 'known', 'rejected'] as const

/** Why a row was rejected. */
export const rejectionCodes = [
  'quote_not_closed',
  'wrong_number_of_fields',
  'invalid_characters',
  'reference_missing',
  'reference_too_long',
  'card_number',
  'amount_missing',
  'amount_not_a_number',
  'amount_ambiguous',
  'amount_too_many_decimals',
  'amount_too_large',
  'amount_negative',
  'created_at_missing',
  'created_at_not_a_date',
  'created_at_does_not_exist',
  'created_at_out_of_range',
  'customer_too_long',
  'currency_differs',
  'country_unknown',
  'payment_product_unknown',
  'no_processor',
  'refused_by_database',
  'required',
  'too_long',
  'invalid_value',
  'invalid_email',
  'invalid_phone_number',
  'invalid_social_security_number',
  'invalid_date',
  'reference_twice',
  'twice',
  'not_found',
  'ambiguous',
  'taken',
  'payment_not_paid',
  'amount_above_payment',
  'of_another_payment',
  'not_possible_here',
  'in_the_past',
  'start_ahead_needed',
  'card_unusable',
  'account_unknown',
  'id_twice',
  'too_short',
  'status_not_possible',
  'status_update_open',
  'operation_in_progress',
  'contradiction_open',
  'payment_has_refunds',
] as const
export type RejectionCode = (typeof rejectionCodes)[number]
