import { type StatusUpdate, statusUpdate } from '@kontor/contract/status-updates/status-update.entity'
import { useTranslation } from 'react-i18next'
import { TransactionLink } from '../payments/payment-links.tsx'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { Cell } from '../platform/value/cell.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { Money } from '../platform/value/money.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { StatusUpdateActions } from './status-update-actions.tsx'

/** A change of a status by hand: what it was, what it became, who made it and why, and who else agreed. */
export default function StatusUpdatePanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data: row, error, refetch } = useRow(statusUpdate, id)
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  const label = (name: keyof StatusUpdate) => labels.field(statusUpdate, name)
  return (
    <>
      <TitledHead
        title={t('status_updates.title', { reference: row.merchant_reference })}
        tags={<StatusTag status={row.status} />}
        actions={<StatusUpdateActions row={row} />}
      >
        <span>{row.merchant_name}</span>
        <Instant value={row.created_at} />
      </TitledHead>
      <FieldList
        fields={[
          [label('kind'), labels.value('kind', statusUpdate.fields.kind, row.kind)],
          [
            label('amount'),
            row.amount === null ? null : <Money key="amount" amount={row.amount} currency={row.currency_code} />,
          ],
          [label('from_status'), <StatusTag key="from" status={row.from_status} />],
          [label('to_status'), <StatusTag key="to" status={row.to_status} />],
          [label('reason'), row.reason],
          [label('external_reference'), row.external_reference],
          [label('told'), <Cell key="told" entity={statusUpdate} name="told" row={row} />],
          [label('created_by'), row.created_by],
          [
            label('last_status_update'),
            row.status === 'OPEN' ? null : <Instant key="last_status_update" value={row.last_status_update} />,
          ],
          [label('approved_by'), row.approved_by],
          [label('rejected_by'), row.rejected_by],
          [label('rejection_reason'), row.rejection_reason],
          [
            label('transaction'),
            <TransactionLink key="transaction" id={row.transaction}>
              {row.merchant_reference}
            </TransactionLink>,
          ],
          [label('item'), <ShortId key="item" value={row.item} />],
          [label('id'), <ShortId key="id" value={row.id} />],
        ]}
      />
    </>
  )
}
