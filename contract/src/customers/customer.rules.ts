export const customerStatuses = ['UNKNOWN', 'AUTO_UNVERIFIED', 'UNVERIFIED', 'AUTO_VERIFIED', 'VERIFIED'] as const
export type CustomerStatus = (typeof customerStatuses)[number]

export const genders = ['female', 'male', 'other'] as const

/** The usual eleven segments, from the best customers to lost ones (docs/adr/0040). */
export const customerSegments = [
  'CHAMPIONS',
  'LOYAL_CUSTOMERS',
  'POTENTIAL_LOYALISTS',
  'NEW_CUSTOMERS',
  'PROMISING',
  'NEEDING_ATTENTION',
  'ABOUT_TO_SLEEP',
  'AT_RISK',
  'CANT_LOSE_THEM',
  'HIBERNATING',
  'LOST',
] as const
export type CustomerSegment = (typeof customerSegments)[number]

/**
 * Recency is 5 when the last purchase is at most the first number of days ago, 4 for the second, then 3 and 2; after
 * that it is 1.
 */
export const recencyDays = [30, 90, 180, 365] as const
/** Frequency is 5 from the first number of purchases on, 4 from the second, then 3 and 2; below that it is 1. */
export const frequencyPurchases = [10, 5, 3, 2] as const

/**
 * Rows are recency from 1 to 5. Columns are the mean of frequency and monetary value, rounded down, from 1 to 5.
 * Monetary value is the quintile of the merchant's customers, by amount spent, that the customer is in.
 */
export const segmentGrid: readonly (readonly CustomerSegment[])[] = [
  ['LOST', 'LOST', 'AT_RISK', 'CANT_LOSE_THEM', 'CANT_LOSE_THEM'],
  ['HIBERNATING', 'HIBERNATING', 'AT_RISK', 'AT_RISK', 'CANT_LOSE_THEM'],
  ['ABOUT_TO_SLEEP', 'NEEDING_ATTENTION', 'NEEDING_ATTENTION', 'LOYAL_CUSTOMERS', 'LOYAL_CUSTOMERS'],
  ['PROMISING', 'POTENTIAL_LOYALISTS', 'LOYAL_CUSTOMERS', 'LOYAL_CUSTOMERS', 'CHAMPIONS'],
  ['NEW_CUSTOMERS', 'POTENTIAL_LOYALISTS', 'POTENTIAL_LOYALISTS', 'CHAMPIONS', 'CHAMPIONS'],
]
