import type { Entity } from '@kontor/contract/entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useTransactionsRoute } from '../platform/screen/use-transactions-route.ts'
import { useMay } from '../platform/viewer.ts'
import type { Target } from '../ui/charts/mark-link.tsx'
import type { Conversion } from './money/conversion.ts'

export interface Counted {
  from: string
  to: string
  currency_code?: string
  /** Set when the figures cover all currencies. */
  conversion?: Conversion | null
}

export type TargetOf = (counted: Counted, filters?: Record<string, string | string[]>) => Target | undefined

/**
 * The list that a figure counts, with the same range, currency and value. Undefined for a viewer who may not see that
 * list.
 */
export function useTarget(entity: Entity, to: string): TargetOf {
  const may = useMay(entity.roles.list)
  return ({ from, to: until, currency_code, conversion }, filters = {}) =>
    may
      ? {
          to,
          search: {
            'created_at>': from,
            'created_at<': until,
            ...(currency_code && !conversion ? { currency_code } : {}),
            ...filters,
          },
        }
      : undefined
}

export function useTransactionTarget(): TargetOf {
  return useTarget(transaction, useTransactionsRoute())
}
