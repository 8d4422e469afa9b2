import type { ReplyOf } from '@kontor/contract/endpoint'
import type { Query } from '@kontor/contract/lists/query-string'
import { financialReportEndpoint } from '@kontor/contract/settlements/financial/financial-report.endpoints'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '../../platform/api/reading.ts'

export type FinancialReport = ReplyOf<typeof financialReportEndpoint>
export type OfCurrency = FinancialReport['currencies'][number]

/** The report of the address, which has the period and the currency. */
export function useFinancialReport() {
  const navigate = useNavigate()
  // The cast is safe: parseSearch gives only texts and lists of texts.
  const search = useSearch({ strict: false }) as Query
  const query = { ...text('from', search['from']), ...text('to', search['to']) }
  const { data, error, refetch } = useRead(financialReportEndpoint, { query })
  const of = data?.currencies.find((each) => each.currency_code === search['currency']) ?? data?.currencies[0]
  const change = (next: Query) => void navigate({ to: '.', search: { ...search, ...next }, resetScroll: false })
  return { data, of, error, refetch, change }
}

const text = (name: 'from' | 'to', value: Query[string] | undefined): Query =>
  typeof value === 'string' && value !== '' ? { [name]: value } : {}
