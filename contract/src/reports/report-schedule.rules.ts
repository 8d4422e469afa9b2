export const scheduleFrequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export type ScheduleFrequency = (typeof scheduleFrequencies)[number]

/** The rows of a run: those of this time before the instant at which it is due, by the field that their list names (`period`). */
export const schedulePeriods = ['PREVIOUS_DAY', 'PREVIOUS_WEEK', 'PREVIOUS_MONTH', 'SINCE_LAST'] as const
export type SchedulePeriod = (typeof schedulePeriods)[number]

/** Why a schedule paused by itself. */
export const pauseReasons = ['owner_gone', 'not_allowed', 'failed', 'no_space', 'filters_too_long'] as const
export type PauseReason = (typeof pauseReasons)[number]

/**
 * Why a recipient cannot open the report of a schedule now: no account that is active; another part of the merchant; no role for
 * reports; none for the list; a part of the product that the merchant lacks.
 */
export const recipientProblems = ['gone', 'elsewhere', 'no_reports', 'no_list', 'lacks_module'] as const
export type RecipientProblem = (typeof recipientProblems)[number]

/** Schedules of a merchant, recipients of each, runs that failed one after the other, and runs that are shown. */
export const scheduleLimits = { kept: 100, recipients: 20, failures: 3, shown: 20 } as const
