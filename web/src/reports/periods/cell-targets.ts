import type { LedgerKind } from '@kontor/contract/ledger/ledger.rules'
import { approvedStatuses } from '@kontor/contract/payments/transaction.rules'
import { chargedBackStatuses, type PeriodGroup, refundedStatuses } from '@kontor/contract/reports/period-report.rules'
import { settlementSteps } from '@kontor/contract/settlements/settlement.rules'
import { settledKinds } from '@kontor/contract/settlements/settlement-transfer.entity'
import type { PeriodRow } from './use-period-report.ts'

/** They change what is owed, and are no turnover: what is paid, exchanged for it, and left to invoices. */
const noTurnover: readonly LedgerKind[] = [
  ...(['payout', 'payout_returned', 'debt_collected', 'fx_out', 'fx_in', 'fx_margin'] as const),
  ...settlementSteps.invoiced,
]

export type CellName = 'payments' | 'approved' | 'refunds' | 'chargebacks'

export interface Target {
  to: string
  search: Record<string, string | string[]>
  /** The merchant in whose view the list is. */
  merchant?: string
}

/** What of the ledger a cell adds up, by the kinds of its transfers. */
const kindsOf = {
  fees: settlementSteps.fees,
  vat: ['vat', 'vat_less'],
  net: settledKinds.filter((kind) => !kind.startsWith('reserve_') && !noTurnover.includes(kind)),
  reserve: ['reserve_hold', 'reserve_release', 'reserve_used'],
} as const satisfies Record<string, readonly LedgerKind[]>
export type BookedName = keyof typeof kindsOf

/** The transfers that a sum of the ledger is of. It is of whole business days, and of one merchant. */
export function transfersOf(
  name: BookedName,
  { first, last, currency }: { first: string; last: string; currency: string },
): Target {
  return {
    to: '/report/transfers',
    search: {
      ...{ 'business_day>': first, 'business_day<': last, 'currency_code[]': [currency] },
      'kind[]': [...kindsOf[name]],
    },
  }
}

const filterOf: Readonly<Record<CellName, Partial<Record<PeriodGroup, string>>>> = {
  payments: {
    payment_product: 'payment_product[]',
    status: 'status[]',
    payment_profile: 'payment_profile[]',
    processor: 'processor[]',
    tag: 'tags[]',
    merchant: 'merchant[]',
  },
  approved: {
    payment_product: 'payment_product[]',
    payment_profile: 'payment_profile[]',
    processor: 'processor[]',
    tag: 'tags[]',
    merchant: 'merchant[]',
  },
  refunds: { payment_product: 'payment_product[]', payment_profile: 'payment_profile[]' },
  chargebacks: {
    payment_product: 'payment_product[]',
    payment_profile: 'payment_profile[]',
    processor: 'processor[]',
  },
}

const statusesOf: Readonly<Record<CellName, readonly string[] | undefined>> = {
  payments: undefined,
  approved: approvedStatuses,
  refunds: refundedStatuses,
  chargebacks: chargedBackStatuses,
}

/** The list that counts what a cell counts; undefined where no list has the filter. */
export function targetOf(
  cell: CellName,
  { from, to, key }: Pick<PeriodRow, 'from' | 'to' | 'key'>,
  { currency, group, isOfProvider }: { currency: string; group: PeriodGroup; isOfProvider: boolean },
): Target | undefined {
  const filter = filterOf[cell][group]
  if (group !== 'none' && group !== 'merchant' && !filter) return undefined
  // No list has a filter for what lacks a processor.
  if (filter && key === '') return undefined
  const isPayment = cell === 'payments' || cell === 'approved'
  // The provider has a list of all merchants' payments alone: the others are in the view of one merchant.
  const merchant = isOfProvider && !isPayment && group === 'merchant' ? key : undefined
  if (isOfProvider && !isPayment && !merchant) return undefined
  const list = isPayment ? (isOfProvider ? '/psp/transactions' : '/transactions') : `/${cell}`
  const statuses = statusesOf[cell]
  return {
    to: list,
    search: {
      ...{ 'created_at>': from, 'created_at<': to, 'currency_code[]': [currency] },
      ...(filter ? { [filter]: [key] } : {}),
      ...(statuses ? { 'status[]': [...statuses] } : {}),
    },
    ...(merchant && { merchant }),
  }
}
