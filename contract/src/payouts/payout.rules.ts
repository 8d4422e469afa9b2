import { anyOf } from '../roles.ts'
import type { Transitions } from '../statuses/transitions.ts'

/**
 * CREATED: it waits for a second person. APPROVED: it waits for an order. EXPORTED: its order has left for the bank. PAID: the
 * bank's statement says so. RETURNED: the bank brought it back, and the money is part of the next settlement.
 */
export const payoutStatuses = ['CREATED', 'APPROVED', 'EXPORTED', 'PAID', 'RETURNED'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

export const payoutTransitions: Transitions<PayoutStatus> = {
  CREATED: ['APPROVED'],
  // PAID: the bank had carried out an order that was withdrawn.
  APPROVED: ['CREATED', 'EXPORTED', 'PAID'],
  EXPORTED: ['APPROVED', 'PAID'],
  PAID: ['RETURNED'],
  RETURNED: [],
}

/** CREATED: it waits for a second person. PARTLY_BOOKED, BOOKED: the bank's statements have some, or all, of its payouts. */
export const paymentOrderStatuses = ['CREATED', 'APPROVED', 'EXPORTED', 'PARTLY_BOOKED', 'BOOKED', 'WITHDRAWN'] as const
export type PaymentOrderStatus = (typeof paymentOrderStatuses)[number]

export const paymentOrderTransitions: Transitions<PaymentOrderStatus> = {
  CREATED: ['APPROVED', 'WITHDRAWN'],
  APPROVED: ['EXPORTED', 'WITHDRAWN'],
  EXPORTED: ['PARTLY_BOOKED', 'BOOKED', 'WITHDRAWN'],
  PARTLY_BOOKED: ['BOOKED'],
  BOOKED: [],
  WITHDRAWN: [],
}

/** Whoever approves orders and takes their files may do everything with settlements. */
export const orderRoles = anyOf('PSP_ALL', 'PSP_SETTLEMENT_ALL')

/** What an approver has to look at twice. */
export const payoutRemarks = [
  'left_before',
  'first_payout',
  'larger_than_usual',
  'account_changed',
  'reserve_negative',
  'refunds_exceed_captures',
  'many_chargebacks',
  'differences_open',
] as const
export type PayoutRemark = (typeof payoutRemarks)[number]

/** Days in which whoever changed the bank account of a merchant approves no payout to it. */
export const changedLately_days = 30
/** A payout above this many times the median of the last ten is unusual. */
export const unusualFactor = 3
/** Percent of the captures of a settlement: more chargebacks than that are unusual. */
export const usualChargebacks = 1

/** A file has at most this many transfers. */
export const mostPayouts = 10_000

export const statementLimits = { bytes: 10 * 1024 * 1024, entries: 5_000, depth: 40 } as const

/** Why a file of the bank is refused. */
export const statementProblems = [
  'empty',
  'not_xml',
  'not_camt_053',
  'no_statement',
  'too_many_entries',
  'name_missing',
  'iban_missing',
  'balance_missing',
  'amount_missing',
  'amount_invalid',
  'currency_unknown',
  'currencies_differ',
  'side_missing',
  'day_missing',
  'day_invalid',
  'does_not_add_up',
] as const
export type StatementProblem = (typeof statementProblems)[number]
