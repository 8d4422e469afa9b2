import { createPaymentLinkEndpoint } from '@kontor/contract/checkout/link.endpoints'
import { type PaymentLink, paymentLink } from '@kontor/contract/checkout/payment-link.entity'
import { lazy } from 'react'
import { AddButton } from '../../platform/list/add-button.tsx'
import { useListAddress } from '../../platform/list/address/use-list-address.ts'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { copyColumn } from './copy-button.tsx'
import { LinkAmount } from './link-amount.tsx'
import { usePaymentLinkBulk } from './link-bulk.tsx'

const PaymentLinkForm = lazy(() =>
  import('./payment-link.form.tsx').then((module) => ({ default: module.PaymentLinkForm })),
)

const fields = columnsOf(
  paymentLink,
  [
    'created_at',
    'merchant_reference',
    'description',
    'amount',
    'status',
    'customer_name',
    'reusable',
    'expires_at',
    'attempts',
  ],
  {
    extra: [
      'id',
      'uses',
      'status_reason',
      'last_status_update',
      'payment_products',
      'language',
      'email_address',
      'created_by',
      'payment_profile_name',
      'organisation',
    ],
    special: {
      amount: (row) => <LinkAmount link={row} />,
    },
  },
)
const columns = [...fields.slice(0, 2), copyColumn<PaymentLink>(paymentLink), ...fields.slice(2)]

export default function PaymentLinkPage() {
  const { open } = useListAddress()
  const bulk = usePaymentLinkBulk()
  return (
    <ListPage columns={columns} populate={['organisation']} bulk={bulk}>
      <AddButton do={createPaymentLinkEndpoint}>
        {(opened, close) => opened && <PaymentLinkForm opened onClose={close} onCreated={open} />}
      </AddButton>
    </ListPage>
  )
}
