import { createScheduledTransactionEndpoint } from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import { lazy } from 'react'
import { AddButton } from '../platform/list/add-button.tsx'

const CreateScheduled = lazy(() =>
  import('./scheduled.form.tsx').then((module) => ({ default: module.CreateScheduled })),
)

export function AddScheduled() {
  return (
    <AddButton do={createScheduledTransactionEndpoint}>
      {(opened, close) => opened && <CreateScheduled onClose={close} />}
    </AddButton>
  )
}
