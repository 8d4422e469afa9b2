import type { TransactionStatus } from '@kontor/contract/payments/transaction.rules'

/** APPROVED: the money is held or taken, or was. REFUSED: the processor did not do it. */
export type AttemptState = 'OPEN' | 'APPROVED' | 'DECLINED' | 'REFUSED' | 'CANCELLED'

/** How an attempt ends by the first status that decides its payment. What follows on that status changes no attempt. */
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
