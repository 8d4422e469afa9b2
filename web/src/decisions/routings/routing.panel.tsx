import {
  deleteRoutingEndpoint,
  routingDraftEndpoint,
  updateRoutingEndpoint,
} from '@kontor/contract/decisions/routings/routing.endpoints'
import { type Routing, routing } from '@kontor/contract/decisions/routings/routing.entity'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useRow } from '../../platform/api/reading.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { DeleteAction } from '../../platform/panel/delete-action.tsx'
import { PanelSection, TitledHead } from '../../platform/panel/panel-head.tsx'
import { PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { Cell } from '../../platform/value/cell.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMay } from '../../platform/viewer.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { FieldListSkeleton } from '../../ui/page/skeletons.tsx'
import { UsedBy } from './form/used-by.tsx'
import { namesOf, populate, type WholeRouting } from './routing-row.ts'
import { useShares } from './shares.ts'
import { TreeText } from './tree-text.tsx'

/** A routing: its tree in words, where it is used, and its versions. */
export default function RoutingPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const mayChange = useMay(updateRoutingEndpoint)
  const { data: draft } = useRead(routingDraftEndpoint, { params: { id }, enabled: mayChange })
  const { data: row, error, refetch } = useRow<typeof routing, WholeRouting>(routing, id, { populate })
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  return (
    <>
      <TitledHead title={row.name} actions={<Actions row={row} />}>
        <span>{t('routings.version', { version: row.version })}</span>
        {draft && <span>{t('routings.draft_mark')}</span>}
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[
          { name: 'details', label: t('payments.tab.details'), content: () => <Details row={row} /> },
          ...(mayChange
            ? [{ name: 'versions', label: t('routings.versions'), content: () => <Past row={row} /> }]
            : []),
        ]}
      />
    </>
  )
}

const Versions = lazy(() => import('./versions.tsx').then((module) => ({ default: module.Versions })))

function Past({ row: { id, version, currency_code, processors } }: { row: WholeRouting }) {
  return (
    <Suspense fallback={<FieldListSkeleton />}>
      <Versions id={id} version={version} known={{ currency: currency_code, names: namesOf(processors) }} />
    </Suspense>
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
  const shareOf = useShares(row.id)
  const cell = (name: keyof Routing & string) =>
    [labels.field(routing, name), <Cell key={name} entity={routing} name={name} row={row} />] as const
  return (
    <>
      <PanelSection title={t('routings.tree')}>
        <TreeText
          tree={row.details}
          known={{ currency: row.currency_code, names: namesOf(row.processors) }}
          shareOf={shareOf}
        />
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
