import { customer } from '@kontor/contract/customers/customer.entity'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { AddCustomer } from './add-customer.tsx'

const columns = columnsOf(
  customer,
  ['name', 'email_address', 'status', 'segment', 'city', 'country_code', 'created_at'],
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
    lines: { figure: 'segment' },
  },
)
const populate = ['organisation']

export default function CustomerPage() {
  return (
    <ListPage columns={columns} populate={populate}>
      <AddCustomer />
    </ListPage>
  )
}
