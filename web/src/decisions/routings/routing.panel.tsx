import { deleteRoutingEndpoint, updateRoutingEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import { type Routing, routing } from '@kontor/contract/decisions/routings/routing.entity'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { DeleteAction } from '../../platform/panel/delete-action.tsx'
import { useHistoryTab } from '../../platform/panel/history-tab.tsx'
import { PanelSection, TitledHead } from '../../platform/panel/panel-head.tsx'
import { PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { Cell } from '../../platform/value/cell.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { UsedBy } from './form/used-by.tsx'
import { namesOf, populate, type WholeRouting } from './routing-row.ts'
import { TreeText } from './tree-text.tsx'

/** A routing: its tree in words, where it is used, and its versions. */
export default function RoutingPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const history = useHistoryTab(routing, id)
  const { data: row, error, refetch } = useRow<typeof routing, WholeRouting>(routing, id, { populate })
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  return (
    <>
      <TitledHead title={row.name} actions={<Actions row={row} />}>
        <span>{t('routings.version', { version: row.version })}</span>
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[{ name: 'details', label: t('payments.tab.details'), content: () => <Details row={row} /> }, ...history]}
      />
    </>
  )
}

function Actions({ row }: { row: WholeRouting }) {
  const { t } = useTranslation()
  return (
    <ActionBar>
      <IfMay do={updateRoutingEndpoint}>
        <ActionButton
          icon={IconPencil}
          label={t('action.edit')}
          renderRoot={(props) => <Link to="/intelligent-routing/$routeId" params={{ routeId: row.id }} {...props} />}
        />
      </IfMay>
      <IfMay do={deleteRoutingEndpoint}>
        <DeleteAction
          endpoint={deleteRoutingEndpoint}
          row={row}
          text={t('routings.delete_text')}
          done={t('routings.deleted', { name: row.name })}
          reason={row.uses > 0 ? t('routings.delete_used_text') : undefined}
        />
      </IfMay>
    </ActionBar>
  )
}

function Details({ row }: { row: WholeRouting }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const cell = (name: keyof Routing & string) =>
    [labels.field(routing, name), <Cell key={name} entity={routing} name={name} row={row} />] as const
  return (
    <>
      <PanelSection title={t('routings.tree')}>
        <TreeText tree={row.details} known={{ currency: row.currency_code, names: namesOf(row.processors) }} />
      </PanelSection>
      <UsedBy id={row.id} />
      <FieldList
        fields={[
          cell('payment_product'),
          cell('currency_code'),
          [labels.field(routing, 'organisation'), <RelatedName key="organisation" of={row.organisation} />],
          cell('created_at'),
          cell('updated_at'),
          cell('id'),
        ]}
      />
    </>
  )
}
