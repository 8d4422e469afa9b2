import type { SchemeType } from '../pricing/price.rules.ts'

/** The fields of the schemes of a package. */
export const packageSchemes = {
  revenue_scheme: 'REVENUE',
  cost_scheme: 'COST',
  reserve_scheme: 'RESERVE',
  partner_scheme: 'PARTNER',
} as const satisfies Record<string, SchemeType>
export type PackageScheme = keyof typeof packageSchemes

/** Where the scheme of a merchant comes from: its own assignment, its package, or what holds for everybody. */
export const termSources = ['OWN', 'PACKAGE', 'DEFAULT'] as const

/** The most rows of a history that are shown. */
export const mostOfHistory = 500
