import type { Period } from '@kontor/contract/insights/statistics.rules'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../platform/value/instant.tsx'
import { useViewer } from '../platform/viewer.ts'
import type { Counted } from './targets.ts'

/** The name of a period that goes on: "Vandaag tot 01:20". */
export function useUntilNow(): (period: Period, lastInstant: string) => string {
  const { t, i18n } = useTranslation()
  const { time_zone } = useViewer()
  return (period, lastInstant) => {
    // The last millisecond that is counted ends at the instant that people read.
    const end = new Date(Date.parse(lastInstant) + 1).toISOString()
    return t(`dashboard.unfinished.${period}`, { time: formatInstant(end, i18n.language, time_zone).slice(-5) })
  }
}

const firstMinute = '00:00'
const lastMinute = '23:59'
const withoutTime = (text: string): string => text.replace(/,? \d\d:\d\d$/, '')

/** The range and currency of a chart's figures: "21 okt 2026 00:00 – 21 nov 2026 23:59, in EUR". */
export function useRangeText(): (counted: Counted | undefined) => string {
  const { t, i18n } = useTranslation()
  const { time_zone } = useViewer()
  const show = (instant: string) => formatInstant(instant, i18n.language, time_zone)
  return (counted) => {
    if (!counted) return '…'
    const [from, to] = [show(counted.from), show(counted.to)] as const
    // Whole days are shown without a time. Both languages write the time last, so the end of the text tells a whole
    // day.
    const isWhole = from.endsWith(firstMinute) && to.endsWith(lastMinute)
    const [first, last] = isWhole ? [withoutTime(from), withoutTime(to)] : [from, to]
    const range = first === last ? first : t('filter.between', { from: first, to: last })
    if (counted.conversion) return t('dashboard.in_base', { range, currency: counted.currency_code })
    return counted.currency_code ? t('dashboard.in_currency', { range, currency: counted.currency_code }) : range
  }
}
