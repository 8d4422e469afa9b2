import { RelatedName } from '../platform/panel/related-name.tsx'
import { Day, Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { Money } from '../platform/value/money.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import type { SettlementRow } from './settlement-row.ts'

/** When it closed and what it was settled by. */
export function SettlementDetails({ row }: { row: SettlementRow }) {
  const labels = useLabels()
  const label = (name: keyof SettlementRow) => labels.field({ name: 'settlement' }, name)
  return (
    <FieldList
      fields={[
        [label('number'), row.number],
        [label('pay_on'), row.pay_on && <Day key="pay_on" value={row.pay_on} />],
        [label('paid_on'), row.paid_on && <Day key="paid_on" value={row.paid_on} />],
        [label('bank_reference'), row.bank_reference],
        [label('covers_from'), <Day key="from" value={row.covers_from} />],
        [label('covers_through'), <Day key="through" value={row.covers_through} />],
        [label('hold_reason'), row.hold_reason],
        [
          label('minimum'),
          row.minimum === undefined ? null : <Money key="min" amount={row.minimum} currency={row.currency_code} />,
        ],
        [
          label('settlement_profile'),
          row.settlement_profile && <RelatedName key="profile" of={row.settlement_profile} />,
        ],
        [
          label('settlement_schedule'),
          row.settlement_schedule && <RelatedName key="schedule" of={row.settlement_schedule} />,
        ],
        [label('created_at'), <Instant key="at" value={row.created_at} />],
        [label('closed_by'), row.closed_by],
        [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
        [label('id'), <ShortId key="id" value={row.id} />],
      ]}
    />
  )
}
