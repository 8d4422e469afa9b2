import type { Query } from '@kontor/contract/lists/query-string'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type DashboardSearch, searchOf } from './dashboard-search.ts'

/** The address of a dashboard, and the queries of its calls. */
export function useDashboard() {
  const navigate = useNavigate()
  // The cast is safe: parseSearch is the contract's parseQueryString, and the guard has corrected the address.
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
