import { webhookDeliveryEndpoint } from '@kontor/contract/webhooks/webhook.endpoints'
import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import { waitsForAddress_days } from '@kontor/contract/webhooks/webhook.rules'
import { Alert } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFollowUp } from '../payments/follow-up.ts'
import { useRead, useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { type PanelTab, PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { useRowSoFar } from '../platform/panel/row-so-far.ts'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { StatusTag } from '../ui/status-tag.tsx'
import { DeliveryTag } from './delivery-tag.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookAttempts } from './webhook-attempts.tsx'
import { WebhookDetails, type WebhookRow } from './webhook-details.tsx'
import { WebhookPayload } from './webhook-payload.tsx'

/** A webhook's content, receiver and attempts. */
export default function WebhookPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const whole = useRow<typeof webhook, WebhookRow>(webhook, id, { populate: webhook.populate })
  const soFar = useRowSoFar<WebhookRow>(webhook, id)
  const told = useRead(webhookDeliveryEndpoint, { params: { id } })
  const row = whole.data ?? soFar
  const state = row && `${row.delivery} ${row.attempts}`
  useFollowUp({ ids: [id], state, isUnderWay: row?.delivery === 'WAITING' })
  useAnew(state, told.refetch)
  if (!row || (whole.error && !whole.data)) return <NotYet error={whole.error} refetch={whole.refetch} rows={10} />
  const tabs: [PanelTab, ...PanelTab[]] = [
    { name: 'details', label: t('payments.tab.details'), content: () => <WebhookDetails row={row} /> },
    { name: 'payload', label: t('webhooks.tab.payload'), content: () => <WebhookPayload told={told} /> },
    { name: 'attempts', label: t('webhooks.tab.attempts'), content: () => <WebhookAttempts told={told} /> },
  ]
  return (
    <>
      <Head row={row} />
      {told.data?.switched_off_at && row.delivery === 'WAITING' && !row.manual && (
        <Alert color="red" mb="sm">
          {t('webhooks.switched_off', { count: waitsForAddress_days })}
        </Alert>
      )}
      <PanelTabs label={t('payments.tabs')} tabs={tabs} />
    </>
  )
}

/** Reads the attempts again when the row changes: the two are read separately, and an attempt may come in between. */
function useAnew(state: string | undefined, refetch: () => unknown): void {
  const last = useRef(state)
  useEffect(() => {
    const before = last.current
    last.current = state ?? before
    if (before !== undefined && state !== undefined && before !== state) void refetch()
  }, [state, refetch])
}

function Head({ row }: { row: WebhookRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <TitledHead
      title={labels.value('type', webhook.fields.type, row.type)}
      tags={
        <>
          <StatusTag status={row.status} />
          <DeliveryTag delivery={row.delivery} address_off={row.address_off} />
        </>
      }
      actions={<WebhookActions row={row} />}
    >
      <Instant value={row.created_at} />
      {row.manual && <span>{t('webhooks.by_hand')}</span>}
    </TitledHead>
  )
}
