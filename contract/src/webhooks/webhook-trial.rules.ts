/** The addresses of a payment profile that can be tried, and the type of webhook that each gets. */
export const triedTypes = {
  webhook_transaction_update: 'transaction',
  webhook_refund_update: 'refund',
  webhook_chargeback_update: 'chargeback',
} as const

export type TriedField = keyof typeof triedTypes
// The cast is safe: these are the keys of the record above.
export const triedFields = Object.keys(triedTypes) as [TriedField, ...TriedField[]]
