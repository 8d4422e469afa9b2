/** Where a shop is told of what becomes of its payments, refunds and chargebacks, and who hears that it does not work. */
export const callbackFields = [
  'webhook_transaction_update',
  'webhook_refund_update',
  'webhook_chargeback_update',
  'webhook_failed_email',
] as const
export type CallbackField = (typeof callbackFields)[number]
