import { inviteUsersEndpoint } from '@kontor/contract/identity/users/user.endpoints'
import { user } from '@kontor/contract/identity/users/user.entity'
import { userRoles } from '@kontor/contract/identity/users/user.rules'
import { lazy } from 'react'
import { AddButton } from '../../platform/list/add-button.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useMay } from '../../platform/viewer.ts'
import { BundlesLink } from './bundles-link.tsx'
import { RoleWords } from './roles/role-words.tsx'

const InviteUsers = lazy(() => import('./invite-users.form.tsx').then((module) => ({ default: module.InviteUsers })))

const columns = columnsOf(
  user,
  ['name', 'email', 'organisation', 'roles', 'mfa', 'last_sign_in_at', 'status', 'created_at'],
  {
    extra: ['id', 'mfa_required', 'language', 'invited_at'],
    lines: { figure: 'roles', when: 'email' },
    special: { roles: (row) => <RoleWords names={row.roles} most={2} /> },
  },
)
const populate = ['organisation']

/** The people who sign in on behalf of the merchant. */
export default function UserPage() {
  const mayInvite = useMay(userRoles.create)
  return (
    <ListPage columns={columns} populate={populate}>
      <BundlesLink kind="merchant" />
      {mayInvite && (
        <AddButton do={inviteUsersEndpoint}>
          {(opened, close) => <InviteUsers of="merchant" opened={opened} onClose={close} />}
        </AddButton>
      )}
    </ListPage>
  )
}
