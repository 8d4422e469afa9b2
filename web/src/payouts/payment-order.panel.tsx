import { type PaymentOrder, paymentOrder } from '@kontor/contract/payouts/payment-order.entity'
import { listPaymentOrderDownloadsEndpoint } from '@kontor/contract/payouts/payout.endpoints'
import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead, useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { HistoryBelow } from '../platform/panel/history-tab.tsx'
import { PanelHead } from '../platform/panel/panel-head.tsx'
import { Cell } from '../platform/value/cell.tsx'
import { Day, Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { FieldList } from '../ui/field-list.tsx'
import { PaymentOrderActions } from './payment-order-actions.tsx'

const populate = ['psp_bank_account'] as const
const shown = [
  'psp_bank_account',
  'created_by',
  'created_at',
  'approved_by',
  'approved_at',
  'exported_by',
  'exported_at',
] as const
const after = ['withdrawn_by', 'withdrawal_reason', 'sha256', 'id'] as const

/** A file of payouts: who made, approved and took it, and what became of it. */
export default function PaymentOrderPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data: row, error, refetch } = useRow(paymentOrder, id, { populate })
  if (!row) return <NotYet error={error} refetch={refetch} rows={10} />
  const cell = (name: keyof PaymentOrder & string) =>
    [
      labels.field(paymentOrder, name),
      row[name] === null ? null : <Cell key={name} entity={paymentOrder} name={name} row={row} />,
    ] as const
  return (
    <>
      <PanelHead
        amount={row.sum}
        currency={row.currency_code}
        status={row.status}
        actions={<PaymentOrderActions row={row} />}
      >
        <span>
          {labels.field(paymentOrder, 'execution_day')} <Day value={row.execution_day} />
        </span>
      </PanelHead>
      <FieldList
        fields={[
          [
            labels.field(paymentOrder, 'payouts'),
            <AnchorLink key="payouts" to="/psp/reports/settlement" search={{ payment_order: id }}>
              {t('payment_orders.payouts', { count: row.payouts })}
            </AnchorLink>,
          ],
          ...shown.map(cell),
          ...after.map(cell),
        ]}
      />
      <Downloads id={id} />
      <HistoryBelow entity={paymentOrder} id={id} />
    </>
  )
}

/** Who took the file, and why again. */
function Downloads({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data: downloads = [] } = useRead(listPaymentOrderDownloadsEndpoint, { params: { id } })
  if (downloads.length === 0) return null
  return (
    <Stack gap="xs" mt="md">
      <Title order={3} size="h5">
        {t('payment_orders.downloads')}
      </Title>
      {downloads.map(({ number, at, by, reason }) => (
        <div key={number}>
          <Text size="sm">
            {by} · <Instant value={at} />
          </Text>
          {reason && (
            <Text size="xs" c="dimmed">
              {reason}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  )
}
