import { actions, type Transitions } from '../transitions.ts'

export const scheduledStatuses = ['CREATED', 'DONE', 'FAILED'] as const
export type ScheduledStatus = (typeof scheduledStatuses)[number]

/** FAILED goes back to CREATED when somebody tries it again; one that was cancelled stays (docs/adr/0028). */
export const scheduledTransitions: Transitions<ScheduledStatus> = {
  CREATED: ['DONE', 'FAILED'],
  DONE: [],
  FAILED: ['CREATED'],
}

export const scheduledCan = actions<'change' | 'run' | 'cancel' | 'retry', ScheduledStatus>({
  change: ['CREATED'],
  run: ['CREATED'],
  cancel: ['CREATED'],
  retry: ['FAILED'],
})

export const retryPolicies = ['NONE', 'AFTER_1_3_5_DAYS'] as const
export type RetryPolicy = (typeof retryPolicies)[number]

/** Days after the first try at which a failed payment is tried again by itself. */
export const retryDays: Readonly<Record<RetryPolicy, readonly number[]>> = { NONE: [], AFTER_1_3_5_DAYS: [1, 3, 5] }

/** As many as card schemes allow for one payment. */
export const mostAttempts = 15

/** What an issuer says when it will never say yes: card schemes forbid to ask again. */
const finalDeclines: readonly string[] = ['stolen_card', 'lost_card', 'expired_card', 'unknown_card', 'card_revoked']
export const isFinalDecline = (reason: string | null): boolean => reason !== null && finalDeclines.includes(reason)

/** The status of a payment that somebody cancelled before it was taken, in the specification's three values. */
export const cancelledReason = 'cancelled'
