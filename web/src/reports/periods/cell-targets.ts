import { approvedStatuses } from '@kontor/contract/payments/transaction.rules'
import { chargedBackStatuses, type PeriodGroup, refundedStatuses } from '@kontor/contract/reports/period-report.rules'
import type { PeriodRow } from './use-period-report.ts'

export type CellName = 'payments' | 'approved' | 'refunds' | 'chargebacks'

export interface Target {
  to: string
  search: Record<string, string | string[]>
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
  if (group !== 'none' && !filter) return undefined
  const isPayment = cell === 'payments' || cell === 'approved'
  // The provider has a list of all merchants' payments alone.
  if (isOfProvider && !isPayment) return undefined
  const list = isPayment ? (isOfProvider ? '/psp/transactions' : '/transactions') : `/${cell}`
  const statuses = statusesOf[cell]
  return {
    to: list,
    search: {
      ...{ 'created_at>': from, 'created_at<': to, 'currency_code[]': [currency] },
      ...(filter ? { [filter]: [key] } : {}),
      ...(statuses ? { 'status[]': [...statuses] } : {}),
    },
  }
}
