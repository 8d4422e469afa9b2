import { refund } from '@kontor/contract/payments/refund.entity'
import { SettlementLink } from '../../ledger/settlement-link.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { PersonName } from '../../platform/value/person-name.tsx'
import { useReason } from '../../platform/value/reason.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import type { RefundRow } from '../rows.ts'

export function RefundDetails({ row }: { row: RefundRow }) {
  const labels = useLabels()
  const reasonOf = useReason()
  const label = (name: keyof RefundRow) => labels.field(refund, name)
  return (
    <FieldList
      fields={[
        [label('status_reason'), row.status_reason && reasonOf(row.status_reason)],
        [label('last_status_update'), <Instant key="at" value={row.last_status_update} />],
        [label('created_by'), row.created_by && <PersonName key="created_by" name={row.created_by} />],
        [label('reason'), row.reason],
        ...(row.override_chargeback_reason
          ? [[label('override_chargeback_reason'), row.override_chargeback_reason] as const]
          : []),
        ...(row.card ? [[label('card'), <RelatedName key="card" of={row.card} />] as const] : []),
        [
          label('transaction_amount'),
          <Money key="paid" amount={row.transaction_amount} currency={row.currency_code} />,
        ],
        [label('settlement'), row.settlement && <SettlementLink key="settlement" of={row.settlement} />],
        [label('payment_profile'), <RelatedName key="profile" of={row.payment_profile} />],
        [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
        [label('processor_id_external'), <ShortId key="external" value={row.processor_id_external} />],
        [label('id'), <ShortId key="id" value={row.id} />],
      ]}
    />
  )
}
