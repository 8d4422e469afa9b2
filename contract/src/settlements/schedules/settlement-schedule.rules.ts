/** HALF_MONTHLY: on the 1st and the 16th. MANUAL: only when somebody settles by hand. */
export const settlementFrequencies = ['DAILY', 'WEEKLY', 'HALF_MONTHLY', 'MONTHLY', 'MANUAL'] as const
export type SettlementFrequency = (typeof settlementFrequencies)[number]

/** A day that is no banking day gives way to the next one or to the one before. */
export const settlementShifts = ['NEXT', 'PREVIOUS'] as const
export type SettlementShift = (typeof settlementShifts)[number]

export const settlementScheduleLimits = { name: 80, kept: 100, shown: 5, reason: 500 } as const
