import type { Transfer } from '@kontor/contract/reports/booked/transfer.entity'

/** The search of the list of transfers that finds what a release of a day gave back, which is one transfer for all of its payments. */
export const holdsOf = (
  held_on: string,
  { available_on, currency_code }: Pick<Transfer, 'available_on' | 'currency_code'>,
) => ({
  ...{ 'kind[]': ['reserve_hold'], 'currency_code[]': [currency_code] },
  ...{ 'business_day>': held_on, 'business_day<': held_on },
  ...(available_on !== null && { 'release_on>': available_on, 'release_on<': available_on }),
})
