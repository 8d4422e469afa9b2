import { type CardAddLink, cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import { createCardAddLinkEndpoint } from '@kontor/contract/checkout/link.endpoints'
import { lazy } from 'react'
import { AddButton } from '../../platform/list/add-button.tsx'
import { useListAddress } from '../../platform/list/address/use-list-address.ts'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { copyColumn } from './copy-button.tsx'
import { useCardAddLinkBulk } from './link-bulk.tsx'

const CardAddLinkForm = lazy(() =>
  import('./card-add-link.form.tsx').then((module) => ({ default: module.CardAddLinkForm })),
)

const fields = columnsOf(
  cardAddLink,
  [
    'created_at',
    'merchant_reference',
    'customer_name',
    'status',
    'purpose',
    'expires_at',
    'attempts',
    'card_brand',
    'card_last_four',
  ],
  {
    extra: [
      'id',
      'description',
      'card',
      'card_expiry',
      'card_revoked_at',
      'status_reason',
      'last_status_update',
      'email_address',
      'created_by',
      'payment_profile_name',
      'organisation',
    ],
    lines: { name: 'customer_name', figure: 'merchant_reference' },
  },
)
const columns = [...fields.slice(0, 2), copyColumn<CardAddLink>(cardAddLink), ...fields.slice(2)]

export default function CardAddLinkPage() {
  const { open } = useListAddress()
  const bulk = useCardAddLinkBulk()
  return (
    <ListPage columns={columns} populate={['organisation']} bulk={bulk}>
      <AddButton do={createCardAddLinkEndpoint}>
        {(opened, close) => opened && <CardAddLinkForm opened onClose={close} onCreated={open} />}
      </AddButton>
    </ListPage>
  )
}
