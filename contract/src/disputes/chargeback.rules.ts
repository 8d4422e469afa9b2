import { daysBetween } from '../dates.ts'
import { actions, type Transitions } from '../statuses/transitions.ts'

export const chargebackStatuses = ['OPEN', 'IN_DISPUTE', 'WON', 'LOST', 'CANCELLED'] as const
export type ChargebackStatus = (typeof chargebackStatuses)[number]

export const chargebackTransitions: Transitions<ChargebackStatus> = {
  OPEN: ['IN_DISPUTE', 'LOST', 'CANCELLED'],
  IN_DISPUTE: ['WON', 'LOST', 'CANCELLED'],
  WON: [],
  LOST: [],
  CANCELLED: [],
}

/** A refund would pay a second time while a chargeback holds the money or has taken it. */
export const chargebackBlocksRefund = (status: ChargebackStatus): boolean =>
  status === 'OPEN' || status === 'IN_DISPUTE' || status === 'LOST'

export const chargebackCan = actions<'accept' | 'dispute', ChargebackStatus>({ accept: ['OPEN'], dispute: ['OPEN'] })

/** Whole days from `today` to the last day for an answer; below zero it is too late. */
export const daysUntil = (respond_by: string, today: string): number => daysBetween(today, respond_by)

export type Urgency = 'overdue' | 'now' | 'soon' | 'later'

/** The urgency of an answer: overdue, within three days, within a week, or later. */
export function urgencyOf(respond_by: string, today: string): Urgency {
  const days = daysUntil(respond_by, today)
  if (days < 0) return 'overdue'
  if (days <= 3) return 'now'
  return days <= 7 ? 'soon' : 'later'
}

/** Days before the last day for an answer on which everybody who may answer gets a reminder. */
export const reminderDays = [7, 3, 1] as const

export const evidenceLimits = { files: 5, bytes: 5 * 1024 * 1024 } as const
export const evidenceTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type EvidenceType = (typeof evidenceTypes)[number]
