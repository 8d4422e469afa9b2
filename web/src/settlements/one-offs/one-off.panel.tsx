import { oneOff } from '@kontor/contract/settlements/one-offs/one-off.entity'
import { needsAnother } from '@kontor/contract/settlements/one-offs/one-off.rules'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SettlementLink } from '../../ledger/settlement-link.tsx'
import { TransactionLink } from '../../payments/payment-links.tsx'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { HistoryBelow } from '../../platform/panel/history-tab.tsx'
import { PanelHead } from '../../platform/panel/panel-head.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { Day, Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { OneOffActions } from './one-off-actions.tsx'
import { type OneOffRow, oneOffRelations, useDescription } from './one-off-row.ts'

/** What is charged or given, who said so, and what became of it. */
export default function OneOffPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const describe = useDescription()
  const label = (name: keyof OneOffRow) => labels.field(oneOff, name)
  const read = useRow<typeof oneOff, OneOffRow>(oneOff, id, { populate: oneOffRelations })
  const { data: row, error, refetch } = read
  if (!row) return <NotYet error={error} refetch={refetch} rows={10} />
  const repeats = row.repeat === 'MONTHLY'
  return (
    <>
      <PanelHead
        amount={row.amount}
        currency={row.currency_code}
        status={row.status}
        actions={<OneOffActions row={row} />}
      >
        <span>{describe(row)}</span>
        <Day value={row.date} />
      </PanelHead>
      {row.status === 'OPEN' && needsAnother(row) && (
        <Text size="sm" c="dimmed" mb="md">
          {t('one_offs.another')}
        </Text>
      )}
      <FieldList
        fields={[
          [label('kind'), labels.value('kind', oneOff.fields.kind, row.kind)],
          [label('vat'), t(row.vat ? 'one_offs.with_vat' : 'one_offs.without_vat')],
          [label('description_nl'), row.description_nl],
          [label('description_en'), row.description_en],
          [
            label('transaction'),
            row.transaction && (
              <TransactionLink key="transaction" id={String(row.transaction)}>
                <ShortId value={String(row.transaction)} />
              </TransactionLink>
            ),
          ],
          [label('repeat_until'), row.repeat_until && <Day key="until" value={row.repeat_until} />],
          [
            label('occurrence'),
            repeats && (
              <AnchorLink key="series" to="/finance/one-offs" search={{ series: row.series }}>
                {`${row.occurrence}: ${t('one_offs.of_series')}`}
              </AnchorLink>
            ),
          ],
          [label('booked_on'), row.booked_on && <Day key="booked" value={row.booked_on} />],
          [label('settlement'), row.settlement && <SettlementLink key="settlement" of={row.settlement} />],
          [label('created_by'), row.created_by],
          [label('created_at'), <Instant key="at" value={row.created_at} />],
          [label('approved_by'), row.approved_by],
          [label('approved_at'), row.approved_at && <Instant key="approved" value={row.approved_at} />],
          [label('cancelled_by'), row.cancelled_by],
          [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
          [label('id'), <ShortId key="id" value={row.id} />],
        ]}
      />
      <HistoryBelow entity={oneOff} id={id} />
    </>
  )
}
