import { type CardAddLink, cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import { createCardAddLinkEndpoint } from '@kontor/contract/checkout/link.endpoints'
import { customer } from '@kontor/contract/customers/customer.entity'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { columnsOf } from '../../platform/list/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useListAddress } from '../../platform/list/use-list-address.ts'
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
      <IfMay do={createCardAddLinkEndpoint} choosing={[paymentProfile, customer]}>
        <Create onCreated={open} />
      </IfMay>
    </ListPage>
  )
}

function Create({ onCreated }: { onCreated: (id: string) => void }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(useHasDraft(draftName(createCardAddLinkEndpoint)))
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {t('links.form.card_add')}
      </Button>
      <Suspense>{opened && <CardAddLinkForm opened onClose={() => setOpened(false)} onCreated={onCreated} />}</Suspense>
    </>
  )
}
