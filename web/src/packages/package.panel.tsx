import { pricePackage } from '@kontor/contract/packages/package.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { useHistoryTab } from '../platform/panel/history-tab.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { FieldList } from '../ui/field-list.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { PackageActions } from './package-actions.tsx'
import { PackageMerchants } from './package-merchants.tsx'
import { type PackageRow, populate } from './package-row.ts'
import { PackageSchemes } from './package-schemes.tsx'

/** A package: what is in it, which merchants have it, and its history. */
export default function PackagePanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const history = useHistoryTab(pricePackage, id)
  const { data: row, error, refetch } = useRow<typeof pricePackage, PackageRow>(pricePackage, id, { populate })
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  return (
    <>
      <TitledHead
        title={row.name}
        tags={<StatusTag status={row.active ? 'ACTIVE' : 'INACTIVE'} />}
        actions={<PackageActions row={row} />}
      >
        <span>{t('packages.count', { count: row.merchants })}</span>
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[
          { name: 'contents', label: t('packages.tab.contents'), content: () => <Contents row={row} /> },
          { name: 'merchants', label: t('packages.tab.merchants'), content: () => <PackageMerchants row={row} /> },
          ...history,
        ]}
      />
    </>
  )
}

function Contents({ row }: { row: PackageRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const label = (name: keyof typeof pricePackage.fields) => labels.field(pricePackage, name)
  return (
    <>
      <FieldList
        fields={[
          [label('description'), row.description],
          [
            label('settlement_schedule'),
            row.settlement_schedule && <RelatedName key="schedule" of={row.settlement_schedule} />,
          ],
          [
            label('delay_days'),
            row.delay_days === null ? null : t('settlement_profiles.banking_days', { count: row.delay_days }),
          ],
          [label('minimum'), row.minimum === null ? null : money(row.minimum, row.currency_code)],
          [label('negative'), row.negative && labels.value('negative', undefined, row.negative)],
        ]}
      />
      <PackageSchemes row={row} />
    </>
  )
}
