/** The lists of entities, and of what the ledger booked, that a report can be made of. */
export const reportTypes = [
  'transaction',
  'refund',
  'chargeback',
  'customer',
  'payment_link',
  'card_add_link',
  'scheduled_transaction',
  'plan',
  'subscription',
  'subscription_discount',
  'webhook',
  'settlement',
  'psp_settlement',
  'settlement_line',
  'payout',
  'invoice',
  'transfer',
  'fee',
  'day_balance',
  'reserve_movement',
  'tax',
  'psp_transfer',
  'margin',
  'difference',
  'unpriced_payment',
  'ageing',
] as const
export type ReportType = (typeof reportTypes)[number]

/** The merchant of reports that are of all merchants together. */
export const allMerchants = '00000000-0000-0000-0000-000000000000'

/** `PENDING`: waits or is being made. `PROCESSED`: it has a file, or `failure` says why it has none. */
export const reportStatuses = ['PENDING', 'PROCESSED'] as const
/** The outcomes of a run of a schedule. FAILED: the run has no file. */
export const runOutcomes = [...reportStatuses, 'FAILED'] as const

/** Why a report has no file. */
export const reportFailures = [
  'cancelled',
  'disk_full',
  'filter_gone',
  'gave_up',
  'no_space',
  'no_space_for_all',
  'not_allowed',
  'owner_gone',
] as const
export type ReportFailure = (typeof reportFailures)[number]

export const reportLimits = {
  /** Reports that wait or are being made, of one merchant and of one person. */
  pending_of_merchant: 5,
  pending_of_person: 3,
  /** Reports that a merchant has, and the bytes of their files together. */
  kept: 500,
  bytes: 20_000_000_000,
  /** Of the files of all merchants together. A merchant's files are never more than what is left of it. */
  bytes_of_all: 100_000_000_000,
  /** Days that a file is kept. */
  kept_days: 30,
  columns: 100,
  filters: 4000,
} as const
