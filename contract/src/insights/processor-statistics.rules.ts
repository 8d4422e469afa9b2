/** Money that a payment has brought in, or is about to: what a processor's turnover and conversion are made of. */
export const succeededStatuses = ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'] as const

/** In the order of the comparison (specification 000, section 4). */
export const comparedStatuses = [
  ...succeededStatuses,
  'DECLINED',
  'FAILED',
  'ABANDONED',
  'CANCELLED',
  'AUTHORIZATION_VOIDED',
] as const

export const mostCompared = 3
