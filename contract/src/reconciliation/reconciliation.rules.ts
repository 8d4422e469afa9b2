import { isMoreThanAlone } from '../ledger/two-persons.rules.ts'
import { actions, type Transitions } from '../statuses/transitions.ts'

/**
 * How a line of a processor's file differs from the ledger. `UNKNOWN`: it is of nothing in our books. `MISSING`: what we booked is in
 * no file. `TWICE`: another line is of the same. `LATE`: it came after it was listed as missing, and needs nothing. `RECEIVED`: the bank
 * received another amount than the net one of the file.
 */
export const differenceTypes = [
  'AMOUNT',
  'CURRENCY',
  'COST',
  'UNKNOWN',
  'MISSING',
  'TWICE',
  'LATE',
  'RECEIVED',
] as const
export type DifferenceType = (typeof differenceTypes)[number]

/**
 * `LINKED`: it was found what the line is of. `CLAIMED`: the processor is to put it right, our books count. `CORRECTED`: our books or
 * the processor put it right. `WRITTEN_OFF`: a loss or gain of the provider.
 */
export const differenceStatuses = ['OPEN', 'LINKED', 'CLAIMED', 'CORRECTED', 'WRITTEN_OFF'] as const
export type DifferenceStatus = (typeof differenceStatuses)[number]

/** What a person makes of one. */
export const resolutions = ['LINKED', 'CLAIMED', 'CORRECTED', 'WRITTEN_OFF'] as const satisfies DifferenceStatus[]
export type Resolution = (typeof resolutions)[number]

/** The most whole days that each age has. */
export const ageLimits_days = { UP_TO_7: 7, UP_TO_30: 30, UP_TO_90: 90 } as const
/** The last one is older. */
export const differenceAges = ['UP_TO_7', 'UP_TO_30', 'UP_TO_90', 'OVER_90'] as const
export type DifferenceAge = (typeof differenceAges)[number]

export const differenceTransitions: Transitions<DifferenceStatus> = {
  OPEN: ['LINKED', 'CLAIMED', 'CORRECTED', 'WRITTEN_OFF'],
  LINKED: [],
  // What was claimed comes with a later file, or never.
  CLAIMED: ['LINKED', 'CORRECTED', 'WRITTEN_OFF'],
  CORRECTED: [],
  WRITTEN_OFF: [],
}

export const differenceCan = actions<'link' | 'claim' | 'correct' | 'writeOff', DifferenceStatus>({
  link: ['OPEN'],
  claim: ['OPEN'],
  correct: ['OPEN', 'CLAIMED'],
  writeOff: ['OPEN', 'CLAIMED'],
})

/** What allows each of them. */
export const mayResolve = {
  LINKED: differenceCan.link,
  CLAIMED: differenceCan.claim,
  CORRECTED: differenceCan.correct,
  WRITTEN_OFF: differenceCan.writeOff,
} as const satisfies Record<Resolution, unknown>

/** How a line found what it is of. */
export type LineMatch = 'EXACT' | 'FUZZY' | 'HAND' | 'TWICE' | 'NONE'

/** Days between a payment and the line that has only the reference of its merchant. */
export const fuzzyDays = 3
/** Banking days after which what is booked has to be in a file. */
export const missingAfterDays = 5
/** Business days for which a line of a payment waits that is not booked yet. */
export const waitingDays = 3

/** Fees may differ from what was expected by one minor unit, or by two percent when that is more. */
export const costTolerance = (expected: number): number => Math.max(1, Math.floor((expected * 2) / 100))

interface Amount {
  amount: number
  currency_code: string
}

/** True when two persons have to write these amounts off. */
export const needsAnother = (amounts: readonly Amount[]): boolean =>
  amounts.some(({ amount, currency_code }) => isMoreThanAlone('WRITE_OFF', amount, currency_code))
