import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { type Scheme, schemeEntities } from '@kontor/contract/pricing/scheme.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { useHistoryTab } from '../platform/panel/history-tab.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { ChargedPrices } from './charged/charged-prices.tsx'
import { Rehearsals } from './rehearsal/rehearsals.tsx'
import { SchemeActions } from './scheme-actions.tsx'
import { SchemeMerchants } from './scheme-merchants.tsx'
import { useSchemeType } from './scheme-type.ts'
import { Versions } from './versions/versions.tsx'

/** A scheme: its versions with their prices, who has it, and its history. */
export default function SchemePanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const type = useSchemeType()
  const history = useHistoryTab(schemeEntities[type], id)
  const { data: row, error, refetch } = useRow<(typeof schemeEntities)[SchemeType], Scheme>(schemeEntities[type], id)
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  return (
    <>
      <TitledHead
        title={row.name}
        tags={<StatusTag status={row.active ? 'ACTIVE' : 'INACTIVE'} />}
        actions={<SchemeActions type={type} row={row} />}
      >
        <span>{row.currency_code ?? t('pricing.any_currency')}</span>
        {row.default && <span>{t('pricing.is_default')}</span>}
        {!row.visible && <span>{t('pricing.is_hidden')}</span>}
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[
          { name: 'versions', label: t('pricing.tab.versions'), content: () => <Versions type={type} row={row} /> },
          ...(type === 'REVENUE'
            ? [{ name: 'rehearsal', label: t('rehearsal.tab'), content: () => <Rehearsals row={row} /> }]
            : []),
          ...(type === 'COST'
            ? [{ name: 'charged', label: t('pricing.tab.charged'), content: () => <ChargedPrices row={row} /> }]
            : []),
          {
            name: 'merchants',
            label: t('pricing.tab.merchants'),
            content: () => <SchemeMerchants type={type} row={row} />,
          },
          { name: 'details', label: t('payments.tab.details'), content: () => <Details type={type} row={row} /> },
          ...history,
        ]}
      />
    </>
  )
}

function Details({ type, row }: { type: SchemeType; row: Scheme }) {
  const labels = useLabels()
  const label = (name: keyof Scheme) => labels.field(schemeEntities[type], name)
  return (
    <FieldList
      fields={[
        [label('description'), row.description],
        [label('created_at'), <Instant key="at" value={row.created_at} />],
        [label('id'), <ShortId key="id" value={row.id} />],
      ]}
    />
  )
}
