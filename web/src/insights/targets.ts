import type { Entity } from '@kontor/contract/entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useTransactionsRoute } from '../payments/payment-links.tsx'
import { useMay } from '../platform/viewer.ts'
import type { Target } from '../ui/charts/mark-link.tsx'

export interface Counted {
  from: string
  to: string
  currency_code?: string
}

export type TargetOf = (counted: Counted, filters?: Record<string, string | string[]>) => Target | undefined

/** The list whose count is a figure: of the same range, currency and value. Nothing for who may not see that list. */
export function useTarget(entity: Entity, to: string): TargetOf {
  const may = useMay(entity.roles.list)
  return ({ from, to: until, currency_code }, filters = {}) =>
    may
      ? {
          to,
          search: {
            'created_at>': from,
            'created_at<': until,
            ...(currency_code ? { currency_code } : {}),
            ...filters,
          },
        }
      : undefined
}

export function useTransactionTarget(): TargetOf {
  return useTarget(transaction, useTransactionsRoute())
}
