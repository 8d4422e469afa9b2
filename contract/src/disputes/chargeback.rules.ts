import { actions, type Transitions } from '../transitions.ts'

export const chargebackStatuses = ['OPEN', 'IN_DISPUTE', 'WON', 'LOST', 'CANCELLED'] as const
export type ChargebackStatus = (typeof chargebackStatuses)[number]

export const chargebackTransitions: Transitions<ChargebackStatus> = {
  OPEN: ['IN_DISPUTE', 'LOST', 'CANCELLED'],
  IN_DISPUTE: ['WON', 'LOST', 'CANCELLED'],
  WON: [],
  LOST: [],
  CANCELLED: [],
}

/** While a chargeback holds the money, or has taken it, a refund would pay it a second time. */
export const chargebackBlocksRefund = (status: ChargebackStatus): boolean =>
  status === 'OPEN' || status === 'IN_DISPUTE' || status === 'LOST'

export const chargebackCan = actions<'accept' | 'dispute', ChargebackStatus>({ accept: ['OPEN'], dispute: ['OPEN'] })

/** Whole days from a day to the last one on which an answer is in time; below zero it is too late. */
export const daysUntil = (respond_by: string, today: string): number =>
  Math.round((Date.parse(respond_by) - Date.parse(today)) / 86_400_000)

export type Urgency = 'overdue' | 'now' | 'soon' | 'later'

/** How urgent an answer is: overdue, within three days, within a week, or later. */
export function urgencyOf(respond_by: string, today: string): Urgency {
  const days = daysUntil(respond_by, today)
  if (days < 0) return 'overdue'
  if (days <= 3) return 'now'
  return days <= 7 ? 'soon' : 'later'
}

/** So many days before the last one, whoever may answer is reminded. */
export const reminderDays = [7, 3, 1] as const

export const evidenceLimits = { files: 5, bytes: 5 * 1024 * 1024 } as const
export const evidenceTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type EvidenceType = (typeof evidenceTypes)[number]

/** The name of an uploaded file travels in a header, percent-encoded. */
export const fileNameHeader = 'x-file-name'
