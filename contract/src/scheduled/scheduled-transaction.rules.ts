import { actions, type Transitions } from '../statuses/transitions.ts'

export const scheduledStatuses = ['CREATED', 'DONE', 'FAILED'] as const
export type ScheduledStatus = (typeof scheduledStatuses)[number]

/** FAILED goes back to CREATED when somebody tries it again; a cancelled one stays FAILED (docs/adr/0028). */
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

/** Days after the first try on which a failed payment is automatically tried again. */
export const retryDays: Readonly<Record<RetryPolicy, readonly number[]>> = { NONE: [], AFTER_1_3_5_DAYS: [1, 3, 5] }

/** The most attempts that card schemes allow for one payment. */
export const mostAttempts = 15

interface Tried {
  attempts: number
  due_at: string
  next_attempt_at: string | null
}

/** True: it was tried on its day, so that this day stays. What somebody tried before is still planned for its day. */
export const hasFixedDay = ({ attempts, due_at, next_attempt_at }: Tried): boolean =>
  attempts > 0 && next_attempt_at !== due_at

/**
 * The reason of a payment that somebody cancelled before it was taken. Its status is FAILED: the specification has
 * three statuses and none for this.
 */
export const cancelledReason = 'cancelled'
