import { useTranslation } from 'react-i18next'
import { useLabels } from '../platform/value/labels.ts'
import typography from '../ui/words/typography.module.css'

/** The number of payments; null: without an end. */
export function Cycles({ most }: { most: number | null }) {
  const { t } = useTranslation()
  const labels = useLabels()
  return <span className={typography.tabular}>{most === null ? t('subscriptions.endless') : labels.number(most)}</span>
}
