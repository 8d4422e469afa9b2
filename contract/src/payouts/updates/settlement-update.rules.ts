import { isMoreThanAlone } from '../../ledger/two-persons.rules.ts'
import type { SettlementStatus } from '../../settlements/settlement.rules.ts'
import { actions, type Transitions } from '../../statuses/transitions.ts'
import type { PayoutStatus } from '../payout.rules.ts'

/**
 * HOLD: it is not paid out for now. RELEASE: it is again. REORDER: its payout leaves the order that went to the bank, for a new one.
 * PAID: the bank has paid it, as a person read there. WRITE_OFF: the merchant does not have to pay what it owes.
 */
export const settlementUpdateKinds = ['HOLD', 'RELEASE', 'REORDER', 'PAID', 'WRITE_OFF'] as const
export type SettlementUpdateKind = (typeof settlementUpdateKinds)[number]

/**
 * OPEN: it waits for a second person, and has changed nothing yet. OVERTAKEN: the second person came when the settlement or its
 * payout had changed in another way.
 */
export const settlementUpdateStatuses = ['OPEN', 'DONE', 'CANCELLED', 'OVERTAKEN'] as const
export type SettlementUpdateStatus = (typeof settlementUpdateStatuses)[number]

export const settlementUpdateTransitions: Transitions<SettlementUpdateStatus> = {
  OPEN: ['DONE', 'CANCELLED', 'OVERTAKEN'],
  DONE: [],
  CANCELLED: [],
  OVERTAKEN: [],
}

export const settlementUpdateCan = actions<'approve' | 'cancel', SettlementUpdateStatus>({
  approve: ['OPEN'],
  cancel: ['OPEN'],
})

export const shortestReason = 10
export const longestReason = 500

interface Updatable {
  status: SettlementStatus
  /** Null: it pays nothing. */
  payout: PayoutStatus | null
  is_in_order: boolean
  /** The merchant owes something that nothing else covers. */
  is_in_debt: boolean
}

/** What a person may do with a settlement in this state. */
export function possibleUpdates({ status, payout, is_in_order, is_in_debt }: Updatable): SettlementUpdateKind[] {
  const isApproved = payout === 'APPROVED' && !is_in_order
  const has = {
    HOLD: status === 'CLOSED' || isApproved,
    RELEASE: status === 'ON_HOLD',
    REORDER: payout === 'EXPORTED',
    PAID: isApproved || payout === 'EXPORTED',
    WRITE_OFF: is_in_debt,
  }
  return settlementUpdateKinds.filter((kind) => has[kind])
}

/** True when a second person has to approve it: it gives a debt up, or books money or lets it leave once more, and is large. */
export const updateNeedsAnother = (kind: SettlementUpdateKind, amount: number, currency: string): boolean =>
  kind === 'WRITE_OFF' ||
  ((kind === 'PAID' || kind === 'REORDER') && isMoreThanAlone('SETTLEMENT_UPDATE', amount, currency))
