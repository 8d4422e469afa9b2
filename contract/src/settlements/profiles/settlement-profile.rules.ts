import { defaultDelayDays } from '../../ledger/ledger.rules.ts'
import { exponentOf } from '../../money.ts'

/** The book that a profile is of: the merchant's default one, or that of the shops which name its bank account. */
export const profileBooks = ['DEFAULT', 'BANK_ACCOUNT'] as const
export type ProfileBook = (typeof profileBooks)[number]

/** What becomes of a negative closing: it goes into the next settlement, or the merchant's reserve pays it first. */
export const negativeClosings = ['CARRY', 'RESERVE'] as const
export type NegativeClosing = (typeof negativeClosings)[number]

/** NET: fees and their VAT are taken from what is paid out. GROSS: the invoice asks for them (docs/adr/0214). */
export const settlementMethods = ['NET', 'GROSS'] as const
export type SettlementMethod = (typeof settlementMethods)[number]

/** What a profile may leave to the merchant's package, or to what holds for everybody. */
export const profileValues = ['settlement_schedule', 'delay_days', 'minimum', 'negative'] as const
export type ProfileValue = (typeof profileValues)[number]

export const profileStatuses = ['ACTIVE', 'ON_HOLD'] as const

export const profileLimits = {
  name: 80,
  delay_days: 25,
  minimum: 1_000_000_000_000,
  fx_margin_ppm: 100_000,
  statement_text: 35,
  recipients: 10,
} as const

/** The characters of SEPA, which every bank takes. */
export const sepaText = /^[A-Za-z0-9/?:().,'+ -]*$/

/** What holds for a book and currency without a settlement profile, and for a new profile. */
export const profileDefaults = {
  delay_days: defaultDelayDays,
  negative: 'CARRY',
  /** Ten of the currency, in minor units. */
  minimum: (currency: string): number => 10 * 10 ** exponentOf(currency),
} as const
