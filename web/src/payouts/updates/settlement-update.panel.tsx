import { type SettlementUpdate, settlementUpdate } from '@kontor/contract/payouts/updates/settlement-update.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { PanelHead } from '../../platform/panel/panel-head.tsx'
import { Day, Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { SettlementUpdateActions } from './settlement-update-actions.tsx'

/** An update of a settlement by hand: what, by whom and why, and who else agreed. */
export default function SettlementUpdatePanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data: row, error, refetch } = useRow(settlementUpdate, id)
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  const label = (name: keyof SettlementUpdate) => labels.field(settlementUpdate, name)
  return (
    <>
      <PanelHead
        amount={row.amount}
        currency={row.currency_code}
        status={row.status}
        actions={<SettlementUpdateActions row={row} />}
      >
        <span>{row.merchant_name}</span>
        <Instant value={row.created_at} />
      </PanelHead>
      <FieldList
        fields={[
          [label('kind'), t(`settlement_updates.kind.${row.kind}`)],
          [
            label('settlement_number'),
            <AnchorLink key="settlement" to={`/psp/reports/settlement/${row.settlement}`}>
              {row.settlement_number}
            </AnchorLink>,
          ],
          [label('from_status'), <StatusTag key="from" status={row.from_status} />],
          [label('reason'), row.reason],
          [label('paid_on'), row.paid_on && <Day key="paid" value={row.paid_on} />],
          [label('bank_reference'), row.bank_reference],
          [label('created_by'), row.created_by],
          [label('approved_by'), row.approved_by],
          [label('cancelled_by'), row.cancelled_by],
          [label('cancellation_reason'), row.cancellation_reason],
          [label('id'), <ShortId key="id" value={row.id} />],
        ]}
      />
    </>
  )
}
