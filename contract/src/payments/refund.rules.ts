import { anyOf } from '../roles.ts'
import type { Transitions } from '../statuses/transitions.ts'
import { type TransactionStatus, transactionCan } from './transaction.rules.ts'

/** Roles that may refund. They stand apart from the command, whose schemas only a caller of it loads. */
export const refundRoles = anyOf('USER_ALL', 'PSP_ALL', 'REFUND_ALL', 'REFUND_CREATE')

export const refundStatuses = ['PENDING', 'HOLD', 'PROCESSED', 'FAILED', 'CANCELLED', 'UNKNOWN'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export const refundTransitions: Transitions<RefundStatus> = {
  PENDING: ['PROCESSED', 'FAILED', 'CANCELLED', 'UNKNOWN', 'HOLD'],
  HOLD: ['PENDING', 'CANCELLED'],
  UNKNOWN: ['PROCESSED', 'FAILED'],
  PROCESSED: [],
  FAILED: [],
  CANCELLED: [],
}

/** Every step, with the one that only the processor makes that takes a refund back (docs/adr/0080). */
export const refundSteps: Transitions<RefundStatus> = { ...refundTransitions, PROCESSED: ['FAILED'] }

/** A refund reduces the refundable amount, unless it failed or was cancelled. */
export const countsAsRefunded = (status: RefundStatus): boolean => status !== 'FAILED' && status !== 'CANCELLED'

interface Refundable {
  status: TransactionStatus
  captured_amount: number
  refunded_amount: number
}

/**
 * The refundable amount in minor units: captured, less the refunds that are under way or done. A payment whose capture the
 * processor took back keeps its captured amount, and has nothing left to refund.
 */
export const refundableAmount = (transaction: Refundable): number =>
  transactionCan.refund(transaction) ? transaction.captured_amount - transaction.refunded_amount : 0

/** A refund beside a chargeback may pay twice, so it requires more than the right to refund. */
export const overrideChargebackRoles = anyOf('USER_ALL', 'PSP_ALL', 'REFUND_ALL')
