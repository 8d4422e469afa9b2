import { customer } from '@kontor/contract/customers/customer.entity'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../platform/list/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { FieldListSkeleton } from '../ui/skeletons.tsx'
import { AddCustomer } from './add-customer.tsx'

const CustomerPanel = lazy(() => import('./customer.panel.tsx').then((module) => ({ default: module.CustomerPanel })))

const columns = columnsOf(
  customer,
  ['created_at', 'name', 'email_address', 'status', 'segment', 'city', 'country_code'],
  {
    extra: [
      'id',
      'reference',
      'phone_number',
      'postal_code',
      'region',
      'gender',
      'date_of_birth',
      'social_security_number',
      'status_reason',
      'erased_at',
      'organisation',
    ],
  },
)
const populate = ['organisation']

export function CustomerPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      entity={customer}
      path="/customers"
      hasWindow
      title={t('nav.customers.label')}
      description={t('nav.customers.description')}
      columns={columns}
      populate={populate}
      panel={(id) => (
        <Suspense fallback={<FieldListSkeleton />}>
          <CustomerPanel key={id} id={id} />
        </Suspense>
      )}
    >
      <AddCustomer />
    </ListPage>
  )
}
