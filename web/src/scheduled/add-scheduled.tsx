import { card } from '@kontor/contract/customers/card.entity'
import { customer } from '@kontor/contract/customers/customer.entity'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { createScheduledTransactionEndpoint } from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { useMay } from '../platform/viewer.ts'

const CreateScheduled = lazy(() =>
  import('./scheduled.form.tsx').then((module) => ({ default: module.CreateScheduled })),
)

/** Only for users who may also choose the customer and the card. */
export function AddScheduled() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(useHasDraft(draftName(createScheduledTransactionEndpoint)))
  const may = [
    useMay(createScheduledTransactionEndpoint),
    useMay(customer.roles.list),
    useMay(card.roles.list),
    useMay(paymentProfile.roles.list),
  ].every(Boolean)
  if (!may) return null
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {t('scheduled.add')}
      </Button>
      <Suspense>{opened && <CreateScheduled onClose={() => setOpened(false)} />}</Suspense>
    </>
  )
}
