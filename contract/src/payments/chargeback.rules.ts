import type { Transitions } from '../transitions.ts'

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
