import { signInEventsEndpoint } from '@kontor/contract/identity/sign-in-event.endpoints'
import { type ProviderUser, providerUser } from '@kontor/contract/identity/users/user.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { useHistoryTab } from '../../platform/panel/history-tab.tsx'
import { TitledHead } from '../../platform/panel/panel-head.tsx'
import { PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { useMay } from '../../platform/viewer.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { AccessPreview } from './roles/access-preview.tsx'
import { SignInEvents } from './sign-in-events.tsx'
import { UserActions } from './user-actions.tsx'
import { UserDetails } from './user-details.tsx'

/** One of the provider's staff. */
export default function ProviderUserPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const history = useHistoryTab(providerUser, id)
  const mayReadEvents = useMay(signInEventsEndpoint)
  const { data: row, error, refetch } = useRow<typeof providerUser, ProviderUser>(providerUser, id)
  if (!row) return <NotYet error={error} refetch={refetch} rows={9} />
  return (
    <>
      <TitledHead
        title={row.name}
        tags={<StatusTag status={row.status} />}
        actions={<UserActions row={{ ...row, merchant: null, organisation: null }} />}
      >
        {row.email}
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[
          {
            name: 'details',
            label: t('payments.tab.details'),
            content: () => <UserDetails entity={providerUser} row={row} merchant={null} />,
          },
          {
            name: 'access',
            label: t('users.tab_access'),
            content: () => <AccessPreview draft={{ kind: 'provider', organisation: null }} user={id} />,
          },
          ...(mayReadEvents
            ? [{ name: 'events', label: t('users.tab_events'), content: () => <SignInEvents user={id} /> }]
            : []),
          ...history,
        ]}
      />
    </>
  )
}
