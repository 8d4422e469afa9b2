import {
  createPaymentProfileEndpoint,
  deletePaymentProfileEndpoint,
  updatePaymentProfileEndpoint,
} from '@kontor/contract/organisations/payment-profile.endpoints'
import { type PaymentProfile, paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { IconCopyPlus, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, use, useState } from 'react'
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
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { Cell } from '../../platform/value/cell.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { FieldListSkeleton } from '../../ui/page/skeletons.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import typography from '../../ui/words/typography.module.css'
import { CategoryName } from '../category-field.tsx'
import { AskedActionContext } from './asked-action.ts'
import { ProfileMiddleware } from './choices/profile-middleware.tsx'
import { ProfileProcessors } from './choices/profile-processors.tsx'
import { type ProfileAction, ProfileDialog } from './profile-dialog.tsx'
import { type ProfileRow, populate } from './profile-row.ts'
import { ProfileWebhooks } from './profile-webhooks.tsx'

const ProfileRouting = lazy(() =>
  import('./choices/profile-routing.tsx').then((module) => ({ default: module.ProfileRouting })),
)

/** A shop: its details, its processors and middleware in their order, its routings, its webhook addresses, and its history. */
export default function PaymentProfilePanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const history = useHistoryTab(paymentProfile, id)
  const { data: row, error, refetch } = useRow<typeof paymentProfile, ProfileRow>(paymentProfile, id, { populate })
  if (!row) return <NotYet error={error} refetch={refetch} rows={8} />
  return (
    <>
      <TitledHead title={row.name} actions={<Actions row={row} />}>
        <span>{row.currency_code}</span>
        {typeof row.organisation !== 'string' && <span>{row.organisation.name}</span>}
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[
          { name: 'details', label: t('payments.tab.details'), content: () => <Details row={row} /> },
          {
            name: 'processors',
            label: t('profiles.tab_processors'),
            content: () => <ProfileProcessors row={row} />,
          },
          {
            name: 'middleware',
            label: t('profiles.tab_middleware'),
            content: () => <ProfileMiddleware row={row} />,
          },
          {
            name: 'routing',
            label: t('profiles.tab_routing'),
            content: () => (
              <Suspense fallback={<FieldListSkeleton rows={4} />}>
                <ProfileRouting row={row} />
              </Suspense>
            ),
          },
          { name: 'webhooks', label: t('profiles.tab_webhooks'), content: () => <ProfileWebhooks row={row} /> },
          ...history,
        ]}
      />
    </>
  )
}

function Actions({ row }: { row: ProfileRow }) {
  const { t } = useTranslation()
  const wasEditing = useHasDraft(draftName(updatePaymentProfileEndpoint, row.id))
  const wasCloning = useHasDraft(draftName(createPaymentProfileEndpoint, row.id))
  const [own, setOpen] = useState<ProfileAction | undefined>(wasEditing ? 'update' : wasCloning ? 'clone' : undefined)
  const { asked, done } = use(AskedActionContext)
  const open = asked?.id === row.id ? asked.action : own
  const close = () => {
    setOpen(undefined)
    done()
  }
  return (
    <ActionBar>
      <IfMay do={updatePaymentProfileEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setOpen('update')} />
      </IfMay>
      <IfMay do={createPaymentProfileEndpoint}>
        <ActionButton icon={IconCopyPlus} label={t('profiles.clone')} onClick={() => setOpen('clone')} />
      </IfMay>
      <IfMay do={deletePaymentProfileEndpoint}>
        <ActionButton icon={IconTrash} label={t('action.delete')} onClick={() => setOpen('delete')} />
      </IfMay>
      {open && <ProfileDialog action={open} row={row} onClose={close} />}
    </ActionBar>
  )
}

function Details({ row }: { row: ProfileRow }) {
  const labels = useLabels()
  const label = (name: keyof PaymentProfile & string) => labels.field(paymentProfile, name)
  const created = <Cell key="created_at" entity={paymentProfile} name="created_at" row={row} />
  return (
    <FieldList
      fields={[
        [label('display_name'), row.display_name],
        [
          label('website'),
          row.website && (
            <span key="website" className={typography.anywhere}>
              {row.website}
            </span>
          ),
        ],
        [label('description'), row.description],
        [label('currency_code'), row.currency_code],
        [
          label('largest_payment'),
          row.largest_payment === null ? null : (
            <Money key="largest" amount={row.largest_payment} currency={row.currency_code} />
          ),
        ],
        [label('mcc'), row.mcc && <CategoryName key="mcc" mcc={row.mcc} />],
        [label('bank_account'), row.bank_account && <AccountName key="bank_account" of={row.bank_account} />],
        [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
        [label('created_at'), created],
        [label('id'), <Cell key="id" entity={paymentProfile} name="id" row={row} />],
      ]}
    />
  )
}

/** The account to which the shop is paid; its id when the viewer may not see it. */
function AccountName({ of }: { of: NonNullable<ProfileRow['bank_account']> }) {
  return typeof of === 'string' ? <ShortId value={of} /> : `${of.iban} · ${of.holder}`
}
