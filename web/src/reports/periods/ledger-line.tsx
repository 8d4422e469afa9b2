import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDay, formatInstant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useViewer } from '../../platform/viewer.ts'
import type { LedgerState } from './use-period-report.ts'

interface LedgerLineProps {
  ledger: LedgerState
  /** The report has what the ledger booked. */
  hasColumns: boolean
}

/** How far the ledger is, and that its columns count on business days. */
export function LedgerLine({ ledger, hasColumns }: LedgerLineProps) {
  const { t, i18n } = useTranslation()
  const instant = useInstant()
  const day = formatDay(ledger.closed_through, i18n.language)
  const work = useWork(ledger)
  return (
    <Text size="xs" c="dimmed">
      {[
        ledger.closed_at
          ? t('period_report.closed', { day, at: instant(ledger.closed_at, true) })
          : t('period_report.closed_day', { day }),
        ...work,
      ].join('; ')}
      {'. '}
      {hasColumns && t('period_report.booked_note')}
    </Text>
  )
}

function useInstant() {
  const { i18n } = useTranslation()
  const { time_zone } = useViewer()
  return (value: string, hasSeconds: boolean) => formatInstant(value, i18n.language, time_zone, hasSeconds)
}

/** What only the provider reads: what waits, and what the last check found. */
function useWork({ waiting, checked_at, differences }: LedgerState): string[] {
  const { t } = useTranslation()
  const labels = useLabels()
  const instant = useInstant()
  if (waiting === undefined) return []
  const waits = t('period_report.waiting', { count: waiting, formatted: labels.number(waiting) })
  if (!checked_at) return [waits, t('period_report.unchecked')]
  const at = instant(checked_at, false)
  if (!differences) return [waits, t('period_report.checked', { at })]
  return [waits, t('period_report.differing', { count: differences, formatted: labels.number(differences), at })]
}
