import { useTranslation } from 'react-i18next'
import { formatInstant } from '../platform/instant.tsx'
import { useViewer } from '../platform/viewer.ts'
import type { Counted } from './targets.ts'

/** Of what a chart's figures are: "21 okt 2026 00:00 – 21 nov 2026 23:59, in EUR". */
export function useRangeText(): (counted: Counted | undefined) => string {
  const { t, i18n } = useTranslation()
  const { time_zone } = useViewer()
  const show = (instant: string) => formatInstant(instant, i18n.language, time_zone)
  return (counted) => {
    if (!counted) return '…'
    const range = t('filter.between', { from: show(counted.from), to: show(counted.to) })
    return counted.currency_code ? t('dashboard.in_currency', { range, currency: counted.currency_code }) : range
  }
}
