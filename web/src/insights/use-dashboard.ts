import type { Query } from '@kontor/contract/query-string'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type DashboardSearch, searchOf } from './dashboard-search.ts'

/** The address of a dashboard, and what its calls ask for. */
export function useDashboard() {
  const navigate = useNavigate()
  // parseSearch is the contract's parseQueryString, and the guard has put it right.
  const search = useSearch({ strict: false }) as Query
  const read: DashboardSearch = searchOf(search)
  const range = { 'created_at>': read.from, ...(read.to ? { 'created_at<': read.to } : {}) }
  const currency = read.isInBase
    ? { in_base_currency: 'true' as const }
    : read.currency
      ? { currency_code: read.currency }
      : {}
  const money = { ...range, ...currency }
  const change = (next: Query) => void navigate({ to: '.', search: next, resetScroll: false })
  return { search, ...read, range, money, change }
}

export type Dashboard = ReturnType<typeof useDashboard>
