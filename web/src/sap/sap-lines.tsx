import type { SapBatchDetails } from '@kontor/contract/sap/sap.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../platform/value/use-money.ts'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'

/** The lines of a batch: as SAP has them, or as it would get them now. */
export function SapLines({ details: { lines, is_frozen } }: { details: SapBatchDetails }) {
  const { t } = useTranslation()
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
          {lines.map(({ number, event, side, gl_account, cost_center, tax_code, amount, currency_code }) => (
            <tr key={number}>
              <WordsCell>{t(`money.kind.${event}`)}</WordsCell>
              <WordsCell>
                {gl_account ?? t('sap.no_account')}
                {(cost_center || tax_code) && (
                  <Text size="xs" c="dimmed">
                    {[cost_center, tax_code].filter(Boolean).join(' · ')}
                  </Text>
                )}
              </WordsCell>
              <NumberCell>{side === 'D' && money(amount, currency_code)}</NumberCell>
              <NumberCell>{side === 'C' && money(amount, currency_code)}</NumberCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </>
  )
}
