import {
  auditTrailContentEndpoint,
  pspAuditTrailContentEndpoint,
} from '@kontor/contract/audit-trail/audit-trail.endpoints'
import { pspAuditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import type { Entity } from '@kontor/contract/entity'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead, useRow } from '../platform/api/reading.ts'
import { useEntity } from '../platform/api/related.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { useRowSoFar } from '../platform/panel/row-so-far.ts'
import { useListScreen } from '../platform/screen/use-screen.ts'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useSeesMerchants } from '../platform/viewer.ts'
import { SendAgain } from './again/send-again.tsx'
import { CallContent } from './call-content.tsx'
import { CallFamily } from './call-family.tsx'
import { CallTransaction } from './call-transaction.tsx'
import { CopyCurl } from './copy-curl.tsx'
import { ResponseStatus } from './response-status.tsx'
import type { CallRow } from './rows.ts'

const relations = ['transaction', 'payment_profile', 'user']

/** A call: what was sent, what was answered, and the payment that it is about (001 section 2.7). */
export default function AuditTrailItemPanel({ id }: { id: string }) {
  const screen = useListScreen()
  const entity = useEntity(screen.entity)
  return entity && <Panel key={id} entity={entity} id={id} />
}

function Panel({ entity, id }: { entity: Entity; id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const seesMerchants = useSeesMerchants()
  const whole = useRow<Entity, CallRow>(entity, id, { populate: relations })
  const soFar = useRowSoFar<CallRow>(entity, id)
  const isPsp = entity.name === pspAuditTrailItem.name
  const content = useRead(isPsp ? pspAuditTrailContentEndpoint : auditTrailContentEndpoint, { params: { id } })
  const row = whole.data ?? soFar
  if (!row || (whole.error && !whole.data)) return <NotYet error={whole.error} refetch={whole.refetch} rows={10} />
  return (
    <>
      <TitledHead
        title={row.route}
        tags={<ResponseStatus row={row} />}
        actions={
          row.type === 'request' && (
            <ActionBar>
              <CopyCurl row={row} content={content.data} />
              <SendAgain entity={entity} row={row} />
            </ActionBar>
          )
        }
      >
        <span>{labels.value('type', entity.fields['type'], row.type)}</span>
        {seesMerchants && row.merchant_name && <span>{row.merchant_name}</span>}
        <Instant value={row.created_at} hasSeconds />
        <span>{labels.number(row.duration_ms)} ms</span>
      </TitledHead>
      {row.gap && (
        <Alert role="note" color="yellow" mb="sm">
          {t(`audit_trail.gap_text.${row.gap}`, { count: row.missing ?? 0 })}
        </Alert>
      )}
      <CallFamily entity={entity} row={row} />
      <PanelTabs
        label={t('audit_trail.tabs')}
        tabs={[
          {
            name: 'request',
            label: t('audit_trail.tab.request'),
            content: () => <CallContent entity={entity} row={row} content={content} part="request" />,
          },
          {
            name: 'response',
            label: t('audit_trail.tab.response'),
            content: () => <CallContent entity={entity} row={row} content={content} part="response" />,
          },
          {
            name: 'transaction',
            label: t('audit_trail.tab.transaction'),
            content: () => <CallTransaction entity={entity} row={row} />,
          },
        ]}
      />
    </>
  )
}
