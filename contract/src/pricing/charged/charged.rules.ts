/** The newest payments of a line whose fees are looked at, and the days before the last of them. */
export const mostCharged = 200
export const chargedDays = 90
/** With fewer payments a price would be a guess. */
export const fewestCharged = 20

/**
 * Why a line keeps its price: it is what the processor charges, there are too few payments, their amounts are so alike that a fixed
 * amount and a percentage cannot be told apart, no one price explains what was charged, or files do not say the parts of the fees that
 * the line tells apart.
 */
export const keptPrices = ['as_expected', 'too_few', 'amounts_alike', 'no_single_price', 'parts_unknown'] as const
export type KeptPrice = (typeof keptPrices)[number]
