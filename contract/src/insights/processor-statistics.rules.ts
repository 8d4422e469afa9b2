import { approvedStatuses } from '../payments/transaction.rules.ts'

/** The statuses in the order of the comparison (specification 000, section 4). */
export const comparedStatuses = [
  ...approvedStatuses,
  'DECLINED',
  'FAILED',
  'ABANDONED',
  'CANCELLED',
  'AUTHORIZATION_VOIDED',
] as const

export const mostCompared = 3
