import { createPaymentProfileEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { type PaymentProfile, paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { lazy, useEffect, useState } from 'react'
import { AddButton } from '../../platform/list/add-button.tsx'
import { useListAddress } from '../../platform/list/address/use-list-address.ts'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useMay } from '../../platform/viewer.ts'
import { AskedActionContext } from './asked-action.ts'
import type { ProfileAction } from './profile-dialog.tsx'
import { populate } from './profile-row.ts'
import { RowButton } from './row-button.tsx'

const CreateProfile = lazy(() =>
  import('./payment-profile.form.tsx').then((module) => ({ default: module.CreateProfile })),
)

const columns = columnsOf(paymentProfile, ['name', 'display_name', 'organisation', 'currency_code', 'processors'], {
  extra: [
    'id',
    'created_at',
    'website',
    'description',
    'largest_payment',
    'mcc',
    'webhook_transaction_update',
    'webhook_refund_update',
    'webhook_chargeback_update',
    'webhook_failed_email',
  ],
  lines: { figure: 'currency_code', when: 'organisation' },
})

/** The shops of a merchant, each with buttons that clone, change and delete it (001 section 2.9). */
export default function PaymentProfilePage() {
  const [asked, setAsked] = useState<{ action: ProfileAction; id: string }>()
  const { open, id: opened } = useListAddress()
  // A panel that could not be read takes its dialog along when it is closed.
  useEffect(() => {
    if (opened === undefined) setAsked(undefined)
  }, [opened])
  const ask = (action: ProfileAction, id: string) => {
    setAsked({ action, id })
    open(id)
  }
  const { roles } = paymentProfile
  const may = { clone: useMay(roles.create), update: useMay(roles.update), delete: useMay(roles.delete) }
  const actions = (['clone', 'update', 'delete'] as const)
    .filter((action) => may[action])
    .map((action) => ({
      ...{ name: action, isRight: false, isSortable: false, isExtra: false },
      render: (row: PaymentProfile) => <RowButton action={action} row={row} onClick={() => ask(action, row.id)} />,
    }))
  return (
    <AskedActionContext value={{ asked, done: () => setAsked(undefined) }}>
      <ListPage columns={[...columns, ...actions]} populate={populate}>
        <AddButton do={createPaymentProfileEndpoint}>
          {(opened, close) => opened && <CreateProfile onClose={close} />}
        </AddButton>
      </ListPage>
    </AskedActionContext>
  )
}
