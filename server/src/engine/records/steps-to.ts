import {
  approvedStatuses,
  type TransactionStatus,
  transactionTransitions,
} from '@kontor/contract/payments/transaction.rules'
import { maySucceed } from '@kontor/contract/statuses/transitions'

const approved: readonly TransactionStatus[] = approvedStatuses

/**
 * The statuses to pass, one after another, to reach the status that the processor reports. Empty: the reported status cannot
 * be reached, because the report is late, repeated or out of order.
 */
export function stepsTo(from: TransactionStatus, to: TransactionStatus): TransactionStatus[] {
  if (maySucceed(transactionTransitions, from, to)) return [to]
  const way: readonly TransactionStatus[] =
    to === 'AUTHORIZATION_VOIDED' ? ['AUTHORIZED', to] : approved.slice(0, approved.indexOf(to) + 1)
  const start = way.findIndex((status) => maySucceed(transactionTransitions, from, status))
  return start === -1 ? [] : way.slice(start)
}
