import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { Failed } from '../../platform/failed.tsx'
import { todayIn } from '../../platform/list/address/default-window.ts'
import { useViewer } from '../../platform/viewer.ts'
import { useRangeText } from '../range-text.ts'
import type { Counted } from '../targets.ts'

/** The properties that every card has: its range as text, the name of its files, loading and failure. */
export function useCard<T extends Counted>(query: UseQueryResult<T, ApiRefusal>, name: string) {
  const rangeText = useRangeText()
  const { time_zone } = useViewer()
  const dayOf = (instant: string) => todayIn(new Date(instant), time_zone)
  const day = query.data ? `${dayOf(query.data.from)}-${dayOf(query.data.to)}` : ''
  const all = query.data?.conversion ? '-all' : ''
  const currency = query.data?.currency_code ? `${all}-${query.data.currency_code}` : ''
  return {
    text: rangeText(query.data),
    name: `${name}-${day}${currency}`,
    isLoading: query.isPending,
    problem: query.error && !query.data ? <Failed refusal={query.error} onRetry={() => void query.refetch()} /> : null,
  }
}
