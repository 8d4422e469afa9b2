import { createMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { merchant } from '@kontor/contract/organisations/merchant.entity'
import type { MerchantWithRevenue } from '@kontor/contract/organisations/merchant.schemas'
import { lazy } from 'react'
import { AddButton } from '../../platform/list/add-button.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { MerchantActions } from './merchant-actions.tsx'
import { Revenue } from './revenue.tsx'

const CreateMerchant = lazy(() => import('./merchant.form.tsx').then((module) => ({ default: module.CreateMerchant })))

const columns = columnsOf<typeof merchant, MerchantWithRevenue>(
  merchant,
  ['name', 'country_code', 'active', 'amount', 'count'],
  {
    extra: ['id', 'created_at', 'time_zone', 'language', 'mcc', 'base_currency', 'currency_code', 'lacks'],
    lines: { when: 'country_code', state: null },
    special: {
      active: (row) => <MerchantActions merchant={row} />,
      amount: (row) => <Revenue row={row} />,
    },
  },
)

/** The provider's merchants. A row opens its panel; a button leads into the merchant's view. */
export default function MerchantPage() {
  return (
    <ListPage columns={columns}>
      <AddButton do={createMerchantEndpoint}>
        {(opened, close) => opened && <CreateMerchant onClose={close} />}
      </AddButton>
    </ListPage>
  )
}
