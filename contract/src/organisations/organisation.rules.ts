/** The most nodes that one reading of a tree gives. */
export const mostNodes = 10_000

/** The kinds of rows that belong to an organisation. While it has one, it cannot be deleted. */
export const organisationHolders = [
  'organisation',
  'payment_profile',
  'bank_account',
  'user',
  'api_key',
  'processor',
  'share',
  'middleware',
  'routing',
  'processor_settlement',
  'terminal',
  'customer',
  'payment_link',
  'card_add_link',
  'transaction',
  'refund',
  'chargeback',
  'scheduled_transaction',
  'plan',
  'subscription',
  'subscription_discount',
  'one_off',
  'checkout',
  'tag',
  'validation_ruleset',
  'webhook',
  'import',
  'report',
  'report_schedule',
  'settlement',
  'invoice',
  'settlement_profile',
] as const

export type OrganisationHolder = (typeof organisationHolders)[number]

/** Numbers above this one are not counted further: "more than 1,000". */
export const countedHolders = 1_000
