/** The kinds of rows that use a payment profile. While it has one, it cannot be deleted. */
export const profileHolders = [
  'transaction',
  'payment_link',
  'card_add_link',
  'plan',
  'subscription',
  'scheduled_transaction',
  'terminal',
  'import',
  'validation_ruleset',
] as const

export type ProfileHolder = (typeof profileHolders)[number]

/** The holders with amounts in the currency of the payment profile. While it has one, its currency cannot change. */
export const currencyHolders: readonly ProfileHolder[] = [
  'transaction',
  'payment_link',
  'card_add_link',
  'plan',
  'subscription',
  'scheduled_transaction',
]

/** Longer names do not fit the head of the payment page. */
export const longestDisplayName = 60

/** The most processors of one payment profile. */
export const mostProcessors = 200
/** The most middleware of one payment profile: a payer waits for all of them. */
export const mostMiddleware = 5
/** The most entries of a map from payment product to routing. */
export const mostRoutings = 50
