import { anyOf } from '../roles.ts'
import type { Transitions } from '../transitions.ts'

/** Who may pay back: known without the command, whose schemas are only needed by whoever does. */
export const refundRoles = anyOf('USER_ALL', 'PSP_ALL', 'REFUND_ALL', 'REFUND_CREATE')

export const refundStatuses = ['PENDING', 'PROCESSED', 'FAILED', 'CANCELLED', 'UNKNOWN', 'HOLD'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export const refundTransitions: Transitions<RefundStatus> = {
  PENDING: ['PROCESSED', 'FAILED', 'CANCELLED', 'UNKNOWN', 'HOLD'],
  HOLD: ['PENDING', 'CANCELLED'],
  UNKNOWN: ['PROCESSED', 'FAILED'],
  PROCESSED: [],
  FAILED: [],
  CANCELLED: [],
}

/** A refund holds its amount back from what is still refundable unless it came to nothing. */
export const countsAsRefunded = (status: RefundStatus): boolean => status !== 'FAILED' && status !== 'CANCELLED'

/** What can still be refunded, in minor units: what was captured less the refunds that are under way or done. */
export const refundableAmount = (transaction: { captured_amount: number; refunded_amount: number }): number =>
  transaction.captured_amount - transaction.refunded_amount

/** A refund beside a chargeback may pay twice: more than the right to refund is asked for. */
export const overrideChargebackRoles = anyOf('USER_ALL', 'PSP_ALL', 'REFUND_ALL')
