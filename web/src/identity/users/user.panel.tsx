import { type User, user } from '@kontor/contract/identity/users/user.entity'
import { userRoles } from '@kontor/contract/identity/users/user.rules'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { idOf, type Related } from '../../platform/api/related.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { useHistoryTab } from '../../platform/panel/history-tab.tsx'
import { TitledHead } from '../../platform/panel/panel-head.tsx'
import { PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMay, useSeesMerchants } from '../../platform/viewer.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { AccessPreview } from './roles/access-preview.tsx'
import { SignInEventsOfUser } from './sign-in-events.tsx'
import { UserActions } from './user-actions.tsx'
import { UserDetails } from './user-details.tsx'

type UserRow = Omit<User, 'organisation'> & { organisation: Related<Organisation> }

/** One of the people of a merchant. */
export default function UserPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const seesMerchants = useSeesMerchants()
  const history = useHistoryTab(user, id)
  const mayReadEvents = useMay(userRoles.update)
  const { data: row, error, refetch } = useRow<typeof user, UserRow>(user, id, { populate: user.populate })
  if (!row) return <NotYet error={error} refetch={refetch} rows={9} />
  const organisation = [
    labels.field(user, 'organisation'),
    <RelatedName key="organisation" of={row.organisation} />,
  ] as const
  const merchant = [labels.field(user, 'merchant_name'), row.merchant_name] as const
  return (
    <>
      <TitledHead
        title={row.name}
        tags={<StatusTag status={row.status} />}
        actions={<UserActions row={{ ...row, organisation: idOf(row.organisation) }} />}
      >
        {row.email}
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[
          {
            name: 'details',
            label: t('payments.tab.details'),
            content: () => (
              <UserDetails
                entity={user}
                row={row}
                merchant={row.merchant}
                place={[...(seesMerchants ? [merchant] : []), organisation]}
              />
            ),
          },
          {
            name: 'access',
            label: t('users.tab_access'),
            content: () => (
              <AccessPreview draft={{ kind: 'merchant', organisation: null, merchant: row.merchant }} user={id} />
            ),
          },
          ...(mayReadEvents
            ? [{ name: 'events', label: t('users.tab_events'), content: () => <SignInEventsOfUser user={id} /> }]
            : []),
          ...history,
        ]}
      />
    </>
  )
}
