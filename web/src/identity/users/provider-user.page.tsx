import { inviteUsersEndpoint } from '@kontor/contract/identity/users/user.endpoints'
import { providerUser } from '@kontor/contract/identity/users/user.entity'
import { providerUserRoles } from '@kontor/contract/identity/users/user.rules'
import { lazy } from 'react'
import { AddButton } from '../../platform/list/add-button.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useMay } from '../../platform/viewer.ts'
import { ProviderSignOn } from '../sign-on/provider-sign-on.tsx'
import { BundlesLink } from './bundles-link.tsx'
import { RoleWords } from './roles/role-words.tsx'

const InviteUsers = lazy(() => import('./invite-users.form.tsx').then((module) => ({ default: module.InviteUsers })))

const columns = columnsOf(providerUser, ['name', 'email', 'roles', 'mfa', 'last_sign_in_at', 'status', 'created_at'], {
  extra: ['id', 'mfa_required', 'language', 'invited_at'],
  lines: { figure: 'roles', when: 'email' },
  special: { roles: (row) => <RoleWords names={row.roles} most={2} /> },
})

/** The provider's staff. */
export default function ProviderUserPage() {
  const mayInvite = useMay(providerUserRoles.create)
  return (
    <ListPage columns={columns}>
      <ProviderSignOn />
      <BundlesLink kind="provider" />
      {mayInvite && (
        <AddButton do={inviteUsersEndpoint}>
          {(opened, close) => <InviteUsers of="provider" opened={opened} onClose={close} />}
        </AddButton>
      )}
    </ListPage>
  )
}
