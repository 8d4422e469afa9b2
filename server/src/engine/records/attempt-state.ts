import type { TransactionStatus } from '@kontor/contract/payments/transaction.rules'

/** APPROVED: the money is or was held or taken. REFUSED: the processor did not carry the payment out. */
export type AttemptState = 'OPEN' | 'APPROVED' | 'DECLINED' | 'REFUSED' | 'CANCELLED'

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
