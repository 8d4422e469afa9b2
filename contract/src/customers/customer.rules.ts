export const customerStatuses = ['UNKNOWN', 'AUTO_UNVERIFIED', 'UNVERIFIED', 'AUTO_VERIFIED', 'VERIFIED'] as const
export type CustomerStatus = (typeof customerStatuses)[number]

export const genders = ['female', 'male', 'other'] as const

/** The usual eleven, from the best customers to those who are gone (docs/adr/0040). */
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

/** Recency is 5 within so many days of the last purchase, then 4, 3, 2; later it is 1. */
export const recencyDays = [30, 90, 180, 365] as const
/** Frequency is 5 from so many purchases on, then 4, 3, 2; below it is 1. */
export const frequencyPurchases = [10, 5, 3, 2] as const

/**
 * By recency from 1 to 5, and in it by the mean of frequency and monetary value, rounded down, from 1 to 5.
 * Monetary value is the fifth of the merchant's customers that what the customer spent puts him in.
 */
export const segmentGrid: readonly (readonly CustomerSegment[])[] = [
  ['LOST', 'LOST', 'AT_RISK', 'CANT_LOSE_THEM', 'CANT_LOSE_THEM'],
  ['HIBERNATING', 'HIBERNATING', 'AT_RISK', 'AT_RISK', 'CANT_LOSE_THEM'],
  ['ABOUT_TO_SLEEP', 'NEEDING_ATTENTION', 'NEEDING_ATTENTION', 'LOYAL_CUSTOMERS', 'LOYAL_CUSTOMERS'],
  ['PROMISING', 'POTENTIAL_LOYALISTS', 'LOYAL_CUSTOMERS', 'LOYAL_CUSTOMERS', 'CHAMPIONS'],
  ['NEW_CUSTOMERS', 'POTENTIAL_LOYALISTS', 'POTENTIAL_LOYALISTS', 'CHAMPIONS', 'CHAMPIONS'],
]
