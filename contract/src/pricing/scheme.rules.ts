import type { SchemeType } from './price.rules.ts'

/** The words of a type of scheme: its entity, the last part of its addresses, and its area of roles. */
export const schemeWords = {
  REVENUE: { entity: 'revenue_scheme', resource: 'psp/revenuescheme', area: 'PSP_REVENUESCHEME' },
  COST: { entity: 'cost_scheme', resource: 'psp/costscheme', area: 'PSP_COSTSCHEME' },
  RESERVE: { entity: 'reserve_scheme', resource: 'psp/reservescheme', area: 'PSP_RESERVESCHEME' },
  PARTNER: { entity: 'partner_scheme', resource: 'psp/partnerscheme', area: 'PSP_PARTNERSCHEME' },
} as const satisfies Record<SchemeType, object>

/** The type of scheme of a last part of an address. */
export const schemeTypeOf = (entity: string): SchemeType | undefined =>
  // The keys are those of the table.
  (Object.keys(schemeWords) as SchemeType[]).find((type) => schemeWords[type].entity === entity)

/** DRAFT is being written, SUBMITTED waits for another person, ACTIVE applies or will, SUPERSEDED applied. */
export const versionStatuses = ['DRAFT', 'SUBMITTED', 'ACTIVE', 'SUPERSEDED'] as const
export type VersionStatus = (typeof versionStatuses)[number]

/** What the percentages of a partner's lines are of. */
export const partnerShares = ['MARGIN', 'FEE', 'VOLUME'] as const

/** A reserve holds a part of all that is captured, or only of what is not refunded. */
export const reserveBases = ['GROSS', 'NET'] as const

/** The terms of a version beside its lines. */
export const termsOfType = {
  REVENUE: [],
  COST: [],
  RESERVE: ['hold_ppm', 'hold_days', 'hold_cap', 'hold_base'],
  PARTNER: ['share_of'],
} as const satisfies Record<SchemeType, readonly string[]>
export const versionTerms = Object.values(termsOfType).flat()

/** A new version of a RESERVE scheme begins with these. */
export const firstHold = { hold_ppm: 50_000, hold_days: 90, hold_cap: null, hold_base: 'GROSS' } as const

/** The merchants that are named of those that would owe a month. */
export const mostNamedOwing = 20

export const mostAssigned = 1000
