import { settlementLinesEndpoint } from '@kontor/contract/settlements/settlement.endpoints'
import { settlementTransfer } from '@kontor/contract/settlements/settlement-transfer.entity'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { Money } from '../platform/value/money.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import { SettlementOneOffs } from './one-offs/settlement-one-offs.tsx'
import type { SettlementRow } from './settlement-row.ts'

/** What the settlement consists of, per kind of transfer, and its one-offs in words. */
export function SettlementLines({ row }: { row: SettlementRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data, error, refetch } = useRead(settlementLinesEndpoint, { params: { id: row.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  return (
    <>
      <SmallTable label={t('settlement.tab.lines')}>
        <thead>
          <tr>
            <WordsHead>{labels.field(settlementTransfer, 'kind')}</WordsHead>
            <NumberHead>{t('settlement.count')}</NumberHead>
            <NumberHead>{labels.field(settlementTransfer, 'amount')}</NumberHead>
          </tr>
        </thead>
        <tbody>
          {data.map(({ kind, count, amount }) => (
            <tr key={kind}>
              <WordsCell>{labels.value('kind', undefined, kind)}</WordsCell>
              <NumberCell>{labels.number(count)}</NumberCell>
              <NumberCell>
                <Money amount={amount} currency={row.currency_code} />
              </NumberCell>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <WordsHead>{labels.field({ name: 'settlement' }, 'total')}</WordsHead>
            <NumberCell>{labels.number(data.reduce((sum, { count }) => sum + count, 0))}</NumberCell>
            <NumberCell>
              <Money amount={row.total} currency={row.currency_code} />
            </NumberCell>
          </tr>
        </tfoot>
      </SmallTable>
      {row.one_offs !== 0 && <SettlementOneOffs settlement={row.id} />}
    </>
  )
}
