import type { Requirement } from '../../roles.ts'

/** The usual spans of a back-test in days, including today, and the longest. */
export const backtestSpans = [28, 90] as const
export const mostBacktestDays = 366

/** A back-test that takes longer is ended: the database has more to do. */
export const longestBacktest_s = 50

/** The most moved payments that are named. */
export const mostSamples = 20

/** Chargebacks come late: a younger payment may still get one. */
export const chargebackDays = 60

/** The most rulesets with which a back-test compares the one that is tested. */
export const mostCompared = 50

/**
 * Figures of payments are for those who may see statistics of payments as well. The roles for everything need no
 * second one.
 */
export const withFigures = (requirement: Requirement): Requirement =>
  requirement.flatMap((group) =>
    group.includes('USER_ALL') || group.includes('PSP_ALL')
      ? [group]
      : (['TRANSACTION_ALL', 'TRANSACTION_STATISTICS'] as const).map((role) => [...group, role]),
  )
