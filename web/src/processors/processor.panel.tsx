import { processorSetupEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { type Processor, processor } from '@kontor/contract/processors/processor.entity'
import { useTranslation } from 'react-i18next'
import { useRead, useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { useHistoryTab } from '../platform/panel/history-tab.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Cell } from '../platform/value/cell.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { GatewayName } from '../platform/value/use-gateways.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { ConnectedTags } from './connected-tag.tsx'
import { ProcessorActions } from './processor-actions.tsx'
import { ProcessorConnection } from './processor-connection.tsx'
import type { ProcessorRow } from './processor-row.ts'
import { ProcessorShops } from './processor-shops.tsx'

/** A processor: its details, its connection to the gateway, the shops that use it, and its history. */
export default function ProcessorPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const history = useHistoryTab(processor, id)
  const {
    data: row,
    error,
    refetch,
  } = useRow<typeof processor, ProcessorRow>(processor, id, { populate: ['organisation'] })
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  const own = [
    { name: 'connection', label: t('processors.tab_connection'), content: () => <ProcessorConnection row={row} /> },
    { name: 'shops', label: t('merchants.tab_shops'), content: () => <ProcessorShops id={id} /> },
    ...history,
  ]
  return (
    <>
      <TitledHead
        title={row.name}
        tags={<ConnectedTags of={row} />}
        actions={row.shared ? undefined : <ProcessorActions row={row} />}
      >
        <span>
          <GatewayName name={row.gateway} />
        </span>
        <span>{labels.value('payment_product', undefined, row.payment_product)}</span>
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[
          { name: 'details', label: t('payments.tab.details'), content: () => <Details row={row} /> },
          ...(row.shared ? [] : own),
        ]}
      />
    </>
  )
}

function Details({ row }: { row: ProcessorRow }) {
  const labels = useLabels()
  const { data: setup } = useRead(processorSetupEndpoint, { params: { id: row.id }, enabled: !row.shared })
  const cell = (name: keyof Processor & string) =>
    [
      labels.field(processor, name),
      row[name] === null ? null : <Cell key={name} entity={processor} name={name} row={row} />,
    ] as const
  return (
    <FieldList
      fields={[
        cell('description'),
        cell('mode'),
        cell('account'),
        ...(row.shared ? [cell('shared')] : []),
        [labels.field(processor, 'organisation'), <RelatedName key="organisation" of={row.organisation} />],
        [labels.field(processor, 'user'), setup?.user?.name],
        cell('created_at'),
        cell('id'),
      ]}
    />
  )
}
