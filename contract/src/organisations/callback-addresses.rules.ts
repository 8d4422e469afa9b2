/**
 * Addresses at which a shop hears about its payments, refunds and chargebacks, and the mail address that hears of
 * failures.
 */
export const callbackFields = [
  'webhook_transaction_update',
  'webhook_refund_update',
  'webhook_chargeback_update',
  'webhook_failed_email',
] as const
export type CallbackField = (typeof callbackFields)[number]
