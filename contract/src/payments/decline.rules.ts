/**
 * Reasons of a declined payment after which the same card or agreement must not be asked again: card schemes forbid it,
 * and only the payer can mend it.
 */
const finalDeclines: readonly string[] = [
  'stolen_card',
  'lost_card',
  'expired_card',
  'unknown_card',
  'account_closed',
  'card_revoked',
  'unknown_agreement',
  'no_stored_card',
  'no_agreement',
]
export const isFinalDecline = (reason: string | null): boolean => reason !== null && finalDeclines.includes(reason)
