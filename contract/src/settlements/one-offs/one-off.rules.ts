import { isMoreThanAlone } from '../../ledger/two-persons.rules.ts'
import { actions, type Transitions } from '../../statuses/transitions.ts'

/**
 * CHARGE takes from the merchant, CREDIT gives. CORRECTION and GUARANTEE (a sum that is asked for and given back) do either,
 * as the sign of their amount says.
 */
export const oneOffKinds = ['CHARGE', 'CREDIT', 'CORRECTION', 'GUARANTEE'] as const
export type OneOffKind = (typeof oneOffKinds)[number]

export const oneOffStatuses = ['OPEN', 'APPROVED', 'BOOKED', 'CANCELLED'] as const
export type OneOffStatus = (typeof oneOffStatuses)[number]

export const oneOffTransitions: Transitions<OneOffStatus> = {
  OPEN: ['APPROVED', 'CANCELLED'],
  APPROVED: ['BOOKED', 'CANCELLED'],
  BOOKED: [],
  CANCELLED: [],
}

export const oneOffCan = actions<'change' | 'approve' | 'cancel', OneOffStatus>({
  change: ['OPEN'],
  approve: ['OPEN'],
  cancel: ['OPEN', 'APPROVED'],
})

export const oneOffRepeats = ['NONE', 'MONTHLY'] as const
export type OneOffRepeat = (typeof oneOffRepeats)[number]

/** Days that its date may lie behind or ahead, and the end of its repetition after its date. */
export const oneOffDays = { behind: 366, ahead: 5 * 366 } as const

interface Approved {
  amount: number
  currency_code: string
  repeat: OneOffRepeat
}

/** True when nobody who wrote it may approve it: it is large, comes again, or gives money to the merchant. */
export const needsAnother = ({ amount, currency_code, repeat }: Approved): boolean =>
  amount > 0 || repeat !== 'NONE' || isMoreThanAlone('ONE_OFF', amount, currency_code)

/** True when the sign suits the kind. A negative amount is taken from the merchant, a positive one given. */
export const suitsKind = (kind: OneOffKind, amount: number): boolean =>
  (kind !== 'CHARGE' || amount < 0) && (kind !== 'CREDIT' || amount > 0)
