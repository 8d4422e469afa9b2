import { clientMoneyDay } from '@kontor/contract/payouts/client-money/client-money-day.entity'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { TitledHead } from '../../platform/panel/panel-head.tsx'
import { Cell } from '../../platform/value/cell.tsx'
import { Day } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import { FieldList } from '../../ui/field-list.tsx'

const shown = [
  ...(['bank', 'receivable', 'payable', 'reserve', 'in_transit', 'owed_by_merchants', 'unexplained'] as const),
  ...(['created_at', 'id'] as const),
]

/** The client money at the end of a day. */
export default function ClientMoneyPanel({ id }: { id: string }) {
  const labels = useLabels()
  const money = useMoney()
  const { data: row, error, refetch } = useRow(clientMoneyDay, id)
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  return (
    <>
      <TitledHead
        isLarge
        title={money(row.surplus, row.currency_code)}
        tags={<Cell entity={clientMoneyDay} name="state" row={row} />}
      >
        <span>
          <Day value={row.business_day} />
        </span>
      </TitledHead>
      <FieldList
        fields={shown.map(
          (name) =>
            [
              labels.field(clientMoneyDay, name),
              <Cell key={name} entity={clientMoneyDay} name={name} row={row} />,
            ] as const,
        )}
      />
    </>
  )
}
