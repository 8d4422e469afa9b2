import { getSapBatchLinesEndpoint } from '@kontor/contract/sap/sap.endpoints'
import type { SapBatchDetails } from '@kontor/contract/sap/sap.schemas'
import { type SapBatch, sapBatch } from '@kontor/contract/sap/sap-batch.entity'
import { exactly } from '@kontor/contract/sums'
import { Alert, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRead, useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useHistoryTab } from '../platform/panel/history-tab.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { Cell } from '../platform/value/cell.tsx'
import { Day, Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { FieldList } from '../ui/field-list.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { SapBatchActions } from './sap-batch-actions.tsx'
import { SapLines } from './sap-lines.tsx'

const shown = [
  ...(['transfers', 'created_at', 'created_by', 'sent_at', 'sent_by', 'answered_at', 'answered_by'] as const),
  ...(['sap_reference', 'rejection_reason', 'id'] as const),
]

/** A batch for SAP: its lines, what is missing, and what SAP said. */
export default function SapBatchPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const history = useHistoryTab(sapBatch, id)
  const { data: row, error, refetch } = useRow(sapBatch, id)
  const { data: details, ...reading } = useRead(getSapBatchLinesEndpoint, { params: { id } })
  if (!row) return <NotYet error={error} refetch={refetch} rows={10} />
  return (
    <>
      <TitledHead
        title={row.number}
        tags={<StatusTag status={row.status} />}
        actions={<SapBatchActions row={row} isComplete={details?.unmapped.length === 0} />}
      >
        <span>
          <Day value={row.covers_from} /> – <Day value={row.covers_through} />
        </span>
      </TitledHead>
      <PanelTabs
        label={row.number}
        tabs={[
          {
            name: 'overview',
            label: t('sap.overview'),
            content: () =>
              details ? (
                <Overview row={row} details={details} />
              ) : (
                <NotYet error={reading.error} refetch={reading.refetch} rows={8} />
              ),
          },
          {
            name: 'lines',
            label: t('sap.lines'),
            content: () => (details ? <SapLines details={details} /> : <NotYet {...reading} rows={8} />),
          },
          ...history,
        ]}
      />
    </>
  )
}

function Overview({ row, details }: { row: SapBatch; details: SapBatchDetails }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  return (
    <Stack gap="md">
      <Missing details={details} />
      {details.unmapped.length > 0 && <AnchorLink to="/psp/sap/mapping">{t('sap.choose_accounts')}</AnchorLink>}
      <FieldList
        fields={[
          ...details.balances.map((of) => {
            const sum = (side: 'debit' | 'credit') => money(exactly(of, side) ?? 0, of.currency_code)
            const sides = { debit: sum('debit'), credit: sum('credit') }
            return [t('sap.balance', { currency: of.currency_code }), t('sap.debit_is_credit', sides)] as const
          }),
          ...shown.map(
            (name) =>
              [
                labels.field(sapBatch, name),
                row[name] === null ? null : <Cell key={name} entity={sapBatch} name={name} row={row} />,
              ] as const,
          ),
        ]}
      />
      <Sendings details={details} />
    </Stack>
  )
}

/** The events for which no accounts are chosen. Until they are, the batch cannot be sent. */
function Missing({ details: { unmapped } }: { details: SapBatchDetails }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  if (unmapped.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden="true" />} title={t('sap.missing_title')}>
      <List size="sm">
        {unmapped.map((sum) => (
          <List.Item key={`${sum.event}${sum.merchant}${sum.currency_code}`}>
            {labels.value('kind', undefined, sum.event)} · {sum.merchant_name ?? t('sap.own_book')} ·{' '}
            {money(exactly(sum, 'amount') ?? 0, sum.currency_code)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** Each time that it was sent before, and what SAP said of that. */
function Sendings({ details: { sendings } }: { details: SapBatchDetails }) {
  const { t } = useTranslation()
  if (sendings.length < 2) return null
  return (
    <section aria-label={t('sap.sendings')}>
      <Text fw={550} size="sm" mb={4}>
        {t('sap.sendings')}
      </Text>
      {sendings.map(({ number, at, by, answer, reason, sap_reference }) => (
        <div key={number}>
          <Text size="sm" component="div">
            {by} · <Instant value={at} /> {answer && <StatusTag status={answer} />}
          </Text>
          <Text size="xs" c="dimmed">
            {reason ?? sap_reference}
          </Text>
        </div>
      ))}
    </section>
  )
}
