import { routingSharesEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import type { Side } from '@kontor/contract/decisions/routings/tree.rules'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { useLabels } from '../../platform/value/labels.ts'

/** The words for the share of recent payments that end at a side of a branch; undefined: none were decided. */
export type ShareOf = (branch: string, to: Side) => string | undefined

/** How the payments of the last 28 days spread over the ends of a routing. */
export function useShares(id: string | undefined): ShareOf {
  const { t, i18n } = useTranslation()
  const labels = useLabels()
  const { data } = useRead(routingSharesEndpoint, { params: { id: id ?? '' }, enabled: id !== undefined })
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  return (branch, to) => {
    if (!data || data.total === 0) return undefined
    const payments = data.ends.find((end) => end.branch === branch && end.to === to)?.payments ?? 0
    const share = percent.format(payments / data.total)
    return t('routings.share', { count: data.total, share, total: labels.number(data.total) })
  }
}
