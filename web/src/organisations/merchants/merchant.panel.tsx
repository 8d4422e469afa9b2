import { user } from '@kontor/contract/identity/users/user.entity'
import { merchantConfigurationEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import { activateMerchantEndpoint, updateMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { merchant } from '@kontor/contract/organisations/merchant.entity'
import type { MerchantWithRevenue } from '@kontor/contract/organisations/merchant.schemas'
import { merchantSecurityEndpoint } from '@kontor/contract/organisations/merchant-security.endpoints'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { useHistoryTab } from '../../platform/panel/history-tab.tsx'
import { TitledHead } from '../../platform/panel/panel-head.tsx'
import { PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { useMay } from '../../platform/viewer.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { MerchantConfiguration } from '../configuration/merchant-configuration.tsx'
import { Activity } from './activity.tsx'
import { useMerchantCell, useMerchantFields } from './merchant-fields.tsx'
import { MerchantSecurityTab } from './merchant-security.tab.tsx'
import { MerchantShops } from './merchant-shops.tsx'
import { MerchantToggle } from './merchant-toggle.tsx'
import { MerchantUsers } from './merchant-users.tsx'
import { OpenMerchantView } from './open-merchant-view.tsx'

const EditMerchant = lazy(() => import('./merchant.form.tsx').then((module) => ({ default: module.EditMerchant })))

/** A merchant as the provider sees it: its details, sign-in policy, shops, users and history. */
export default function MerchantPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const history = useHistoryTab(merchant, id)
  const mayReadSecurity = useMay(merchantSecurityEndpoint)
  const mayReadShops = useMay(paymentProfile.roles.list)
  const mayConfigure = useMay(merchantConfigurationEndpoint)
  const mayReadUsers = useMay(user.roles.list)
  const { data: row, error, refetch } = useRow<typeof merchant, MerchantWithRevenue>(merchant, id)
  if (!row) return <NotYet error={error} refetch={refetch} rows={9} />
  return (
    <>
      <TitledHead
        title={row.name}
        tags={<StatusTag status={row.active ? 'ACTIVE' : 'INACTIVE'} />}
        actions={<Actions row={row} />}
      />
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[
          { name: 'details', label: t('payments.tab.details'), content: () => <Details row={row} /> },
          ...(mayReadShops
            ? [{ name: 'shops', label: t('merchants.tab_shops'), content: () => <MerchantShops merchant={id} /> }]
            : []),
          ...(mayReadUsers
            ? [{ name: 'users', label: t('merchants.tab_users'), content: () => <MerchantUsers merchant={id} /> }]
            : []),
          ...(mayReadSecurity
            ? [
                {
                  name: 'security',
                  label: t('merchants.tab_security'),
                  content: () => <MerchantSecurityTab merchant={row} />,
                },
              ]
            : []),
          ...(mayConfigure
            ? [
                {
                  name: 'configuration',
                  label: t('merchants.tab_configuration'),
                  content: () => <MerchantConfiguration id={id} />,
                },
              ]
            : []),
          ...history,
        ]}
      />
    </>
  )
}

function Actions({ row }: { row: MerchantWithRevenue }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(useHasDraft(draftName(updateMerchantEndpoint, row.id)))
  return (
    <ActionBar>
      <OpenMerchantView merchant={row.id} />
      <IfMay do={updateMerchantEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setEditing(true)} />
        {isEditing && (
          <Suspense fallback={null}>
            <EditMerchant row={row} onClose={() => setEditing(false)} />
          </Suspense>
        )}
      </IfMay>
      <IfMay do={activateMerchantEndpoint}>
        <MerchantToggle merchant={row} isLabelled />
      </IfMay>
    </ActionBar>
  )
}

function Details({ row }: { row: MerchantWithRevenue }) {
  const { t } = useTranslation()
  const cell = useMerchantCell(row)
  const fields = useMerchantFields(row)
  return (
    <FieldList
      fields={[
        ...fields,
        [t('merchants.activity'), <Activity key="activity" row={row} />],
        cell('created_at'),
        cell('id'),
      ]}
    />
  )
}
