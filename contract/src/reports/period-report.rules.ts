import { anyOf } from '../roles.ts'

export const periodCategories = ['daily', 'monthly'] as const
export type PeriodCategory = (typeof periodCategories)[number]

/** What the rows of a period are grouped by; `merchant` is for the provider. */
export const periodGroups = [
  'none',
  'payment_product',
  'status',
  'payment_profile',
  'processor',
  'tag',
  'merchant',
] as const
export type PeriodGroup = (typeof periodGroups)[number]

/** Groups that no roll-up has: their payments are read one by one, so their range is short. */
export const readOneByOne: readonly PeriodGroup[] = ['payment_profile', 'tag']

/** Days that a range may have. */
export const mostDays = { daily: 400, monthly: 3_700, readOneByOne: 92 } as const

/** The statuses of the refunds and chargebacks that are taken off. */
export const refundedStatuses = ['PROCESSED'] as const
export const chargedBackStatuses = ['OPEN', 'IN_DISPUTE', 'LOST'] as const

/** 000 section 6. */
export const periodReportRoles = anyOf('USER_ALL', 'PSP_ALL', 'TRANSACTION_LIST')
export const pspPeriodReportRoles = anyOf('PSP_ALL', 'PSP_REPORT_LIST')
