import type { AttemptState } from '@kontor/contract/decisions/decision.rules'
import type { TransactionStatus } from '@kontor/contract/payments/transaction.rules'

/** The state of an attempt for each status of its payment. The first state other than OPEN is final. */
export const attemptStates: Readonly<Record<TransactionStatus, AttemptState>> = {
  INITIATED: 'OPEN',
  PENDING: 'OPEN',
  UNKNOWN: 'OPEN',
  AUTHORIZED: 'APPROVED',
  SETTLEMENT_REQUESTED: 'APPROVED',
  SETTLEMENT_COMPLETED: 'APPROVED',
  AUTHORIZATION_VOIDED: 'APPROVED',
  DECLINED: 'DECLINED',
  FAILED: 'REFUSED',
  CANCELLED: 'CANCELLED',
  ABANDONED: 'CANCELLED',
}
