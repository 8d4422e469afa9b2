import { type ChargebackStatus, chargebackStatuses, chargebackTransitions } from '../disputes/chargeback.rules.ts'
import { isMoreThanAlone } from '../ledger/two-persons.rules.ts'
import { type RefundStatus, refundStatuses, refundTransitions } from '../payments/refund.rules.ts'
import {
  isPaid,
  type TransactionStatus,
  transactionStatuses,
  transactionTransitions,
} from '../payments/transaction.rules.ts'
import { actions, type Transitions } from '../statuses/transitions.ts'

/** What has a status that a person may change by hand. */
export const statusUpdateKinds = ['transaction', 'refund', 'chargeback'] as const
export type StatusUpdateKind = (typeof statusUpdateKinds)[number]

/**
 * OPEN: it waits for a second person, and has changed nothing yet. OVERTAKEN: the second person came when the status had changed
 * in another way.
 */
export const statusUpdateStatuses = ['OPEN', 'DONE', 'REJECTED', 'OVERTAKEN'] as const
export type StatusUpdateStatus = (typeof statusUpdateStatuses)[number]

export const statusUpdateTransitions: Transitions<StatusUpdateStatus> = {
  OPEN: ['DONE', 'REJECTED', 'OVERTAKEN'],
  DONE: [],
  REJECTED: [],
  OVERTAKEN: [],
}

export const statusUpdateCan = actions<'approve' | 'reject', StatusUpdateStatus>({
  approve: ['OPEN'],
  reject: ['OPEN'],
})

/** True when a second person has to approve a status of this much, in minor units. */
export const statusNeedsAnother = (amount: number, currency: string): boolean =>
  isMoreThanAlone('STATUS_UPDATE', amount, currency)

export const shortestReason = 10

/** Statuses of which nobody knows what comes next. A person says what became of it. */
const undecided: readonly string[] = ['INITIATED', 'PENDING', 'UNKNOWN', 'HOLD']

/** Something with a status. The amount is in minor units. */
export type Updatable = { amount: number } & (
  | { kind: 'transaction'; status: TransactionStatus }
  | { kind: 'refund'; status: RefundStatus }
  | { kind: 'chargeback'; status: ChargebackStatus }
)
export type UpdatableStatus = Updatable['status']

export const updatableStatuses = [...new Set([...transactionStatuses, ...refundStatuses, ...chargebackStatuses])]

/** The statuses that a person may give it: the next steps of its transitions that are an outcome. */
export function nextStatuses(item: Updatable): UpdatableStatus[] {
  return stepsOf(item).filter((status) => !undecided.includes(status))
}

function stepsOf(item: Updatable): readonly UpdatableStatus[] {
  switch (item.kind) {
    case 'transaction':
      // A payment of amount 0 verified a card: there is no money to take.
      return transactionTransitions[item.status].filter((status) => item.amount > 0 || !isPaid(status))
    case 'refund':
      return refundTransitions[item.status]
    case 'chargeback':
      return chargebackTransitions[item.status]
  }
}
