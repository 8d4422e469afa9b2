/**
 * Items that wait for a person, in the order in which they are shown: for the provider, reports that contradict us and orders
 * to a processor without an outcome; chargebacks to answer, payments whose outcome nobody knows, webhooks that did not arrive
 * or wait for an address that is switched off, overdue subscriptions, links that end soon, processors that others share; for the provider, bank accounts
 * whose documents it has not looked at, settlements whose payout and payment orders whose file nobody has approved, statuses by
 * hand and updates of settlements that wait for a second person, files of processors that are late, entries of the
 * bank that nobody has explained, and payments that no price fits.
 */
export const attentionItems = [
  'contradictions',
  'stuck_operations',
  'chargebacks',
  'transactions',
  'webhooks',
  'webhook_addresses',
  'subscriptions',
  'payment_links',
  'shares',
  'bank_accounts',
  'payouts',
  'payment_orders',
  'status_updates',
  'settlement_updates',
  'late_files',
  'bank_entries',
  'unpriced_payments',
] as const
export type AttentionItem = (typeof attentionItems)[number]

/** Counts end here: "99+" says enough, and a count stays cheap however much goes wrong. */
export const mostCounted = 100
/** Webhooks that did not arrive are shown for a week, and links in the last days before they end. */
export const failedWithin_days = 7
export const endingWithin_days = 3
/** Payments without a price stay so, and are shown as long as somebody may still charge for them (docs/adr/0249). */
export const unpricedWithin_days = 30

/** The first steps of a merchant without payments, and of a provider without any. */
export const firstSteps = ['second_factor', 'payment_link', 'checkout_design', 'api_key', 'webhook_address'] as const
export type FirstStep = (typeof firstSteps)[number]
