import type { SapBatchDetails } from '@kontor/contract/sap/sap.schemas'
import { exactly } from '@kontor/contract/sums'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'

/** The lines of a batch: as SAP has them, or as it would get them now. */
export function SapLines({ details: { lines, is_frozen } }: { details: SapBatchDetails }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t(is_frozen ? 'sap.lines_sent' : 'sap.lines_now')}
      </Text>
      <SmallTable label={t('sap.lines')}>
        <thead>
          <tr>
            <WordsHead>{t('sap.event')}</WordsHead>
            <WordsHead>{t('sap.gl_account')}</WordsHead>
            <NumberHead>{t('sap.debit')}</NumberHead>
            <NumberHead>{t('sap.credit')}</NumberHead>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.number}>
              <WordsCell>{labels.value('kind', undefined, line.event)}</WordsCell>
              <WordsCell>
                {line.gl_account ?? t('sap.no_account')}
                {(line.cost_center || line.tax_code) && (
                  <Text size="xs" c="dimmed">
                    {[line.cost_center, line.tax_code].filter(Boolean).join(' · ')}
                  </Text>
                )}
              </WordsCell>
              <NumberCell>{line.side === 'D' && money(exactly(line, 'amount') ?? 0, line.currency_code)}</NumberCell>
              <NumberCell>{line.side === 'C' && money(exactly(line, 'amount') ?? 0, line.currency_code)}</NumberCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </>
  )
}
