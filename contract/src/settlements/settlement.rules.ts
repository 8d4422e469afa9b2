import type { LedgerKind } from '../ledger/ledger.rules.ts'
import { feeKinds } from '../pricing/price.rules.ts'
import type { Transitions } from '../statuses/transitions.ts'

/**
 * CLOSED: it waits for the approval of its payout. ON_HOLD: it must not be paid out yet. CARRIED: there is nothing to pay out.
 * APPROVED: its payout is on its way. PAID: the bank has paid. RETURNED: the bank brought it back, into the next settlement.
 */
export const settlementStatuses = ['CLOSED', 'ON_HOLD', 'CARRIED', 'APPROVED', 'PAID', 'RETURNED'] as const
export type SettlementStatus = (typeof settlementStatuses)[number]

export const settlementTransitions: Transitions<SettlementStatus> = {
  CLOSED: ['ON_HOLD', 'APPROVED'],
  ON_HOLD: ['CLOSED'],
  CARRIED: [],
  APPROVED: ['CLOSED', 'PAID'],
  PAID: ['RETURNED'],
  RETURNED: [],
}

/** The steps from opening to closing, in the order in which people read them, with the kinds of transfer of each. */
export const settlementSteps = {
  captured: ['capture', 'capture_undone'],
  refunds: ['refund', 'refund_undone'],
  chargebacks: ['chargeback', 'chargeback_reversed'],
  fees: feeKinds,
  vat: ['vat', 'vat_less'],
  invoiced: ['invoiced', 'invoiced_less', 'invoice_taken'],
  reserve_held: ['reserve_hold'],
  reserve_released: ['reserve_release', 'reserve_used'],
  one_offs: ['one_off_credit', 'one_off_debit'],
  other: ['payout_returned', 'volume_rebate', 'fx_out', 'fx_in', 'fx_margin', 'debt_collected', 'written_off'],
} as const satisfies Record<string, readonly LedgerKind[]>
export type SettlementStep = keyof typeof settlementSteps

/** Days before the last covered one of which an exchange rate still counts. */
export const rateAge_days = 4

/** The most that an exchange rate may differ from the one before it. */
export const mostRateChange_percent = 10

/** Why nothing is paid out although there is enough: no exchange rate was new enough, or it differs too much from the one before it. */
export const unpaidReasons = ['RATE_MISSING', 'RATE_DOUBTFUL'] as const
export type UnpaidReason = (typeof unpaidReasons)[number]

/** The shortest time between two mails that people ask for, in minutes. */
export const settlementMailPause_min = 10

/** A text that a person gives as a reason. */
export const holdReasonLength = 500
