import type { ProcessorSettlement } from '@kontor/contract/processors/processor-settlement.entity'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../platform/value/labels.ts'
import { WordTag } from '../../ui/words/word-tag.tsx'

const colors = { OK: 'green', DIFFERENCE: 'yellow', MISSING: 'red' } as const

/** Whether its files agree with the books, and how many differences nobody decided yet. */
export function ReconciliationTag({
  of: { reconciliation, open_differences },
}: {
  of: Pick<ProcessorSettlement, 'reconciliation' | 'open_differences'>
}) {
  const { t } = useTranslation()
  const labels = useLabels()
  if (reconciliation === null) return null
  return (
    <WordTag color={colors[reconciliation]}>
      {reconciliation === 'DIFFERENCE'
        ? t('reconciliation.open_count', { count: open_differences })
        : labels.value('reconciliation', undefined, reconciliation)}
    </WordTag>
  )
}
