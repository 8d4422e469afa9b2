/**
 * Statuses of payments that have brought in money or are about to. A processor's turnover and conversion count them.
 */
export const succeededStatuses = ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'] as const

/** The statuses in the order of the comparison (specification 000, section 4). */
export const comparedStatuses = [
  ...succeededStatuses,
  'DECLINED',
  'FAILED',
  'ABANDONED',
  'CANCELLED',
  'AUTHORIZATION_VOIDED',
] as const

export const mostCompared = 3
