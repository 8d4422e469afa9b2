/** An order to a processor: the payment itself, or a later operation on it. */
export const stuckOperations = [
  'authorize',
  'capture',
  'void',
  'refund',
  'accept',
  'dispute',
  'resume',
  'cancel_reference',
] as const
export type StuckOperationKind = (typeof stuckOperations)[number]

/**
 * PARKED: the order may have been carried out, and nothing is sent again. OVERDUE: the outcome should have come long ago. ENDED:
 * it came, or a person gave it.
 */
export const stuckStates = ['PARKED', 'OVERDUE', 'ENDED'] as const
export type StuckState = (typeof stuckStates)[number]

/** The states in which a person has to look at the gateway. */
export const openStuckStates = ['PARKED', 'OVERDUE'] as const

/**
 * Why nothing is sent again: the time is over within which the gateway recognizes a repetition, it never recognizes any, or the
 * payer no longer waits.
 */
export const parkedWhys = ['key_expired', 'no_key', 'payer_gone'] as const
export type ParkedWhy = (typeof parkedWhys)[number]

/** What became of the cancellation of a payment whose outcome nobody knows. */
export const cancellationStates = ['UNDER_WAY', 'DONE', 'NOT_DONE'] as const

/** What a person saw at the gateway. */
export const seenOutcomes = ['done', 'not_done'] as const
export type SeenOutcome = (typeof seenOutcomes)[number]
