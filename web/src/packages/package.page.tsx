import { createPackageEndpoint } from '@kontor/contract/packages/package.endpoints'
import { pricePackage } from '@kontor/contract/packages/package.entity'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { populate } from './package-row.ts'

const CreatePackage = lazy(() => import('./package.form.tsx').then((module) => ({ default: module.CreatePackage })))

const columns = columnsOf(
  pricePackage,
  [
    ...(['name', 'merchants', 'revenue_scheme', 'cost_scheme', 'reserve_scheme', 'partner_scheme'] as const),
    ...(['settlement_schedule', 'active'] as const),
  ],
  {
    extra: ['id', 'description', 'delay_days', 'minimum', 'currency_code', 'negative', 'created_at'],
    lines: { name: 'name', figure: 'revenue_scheme', when: 'settlement_schedule' },
  },
)

/** What merchants are sold under a name. */
export default function PackagePage() {
  const { t } = useTranslation()
  return (
    <ListPage columns={columns} populate={populate} emptyTitle={t('packages.none')}>
      <AddButton do={createPackageEndpoint}>
        {(opened, close) => <CreatePackage opened={opened} onClose={close} />}
      </AddButton>
    </ListPage>
  )
}
