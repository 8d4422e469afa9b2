import { anyUserRoles } from '@kontor/contract/identity/users/user.rules'
import { IconUsers } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

/** The people of a merchant. */
export const users = defineList({
  route: '/users',
  label: 'users',
  icon: IconUsers,
  entity: 'user',
  add: { label: 'users.invite', roles: anyUserRoles.create, choosing: ['organisation'] },
  page: () => import('./user.page.tsx'),
  panel: () => import('./user.panel.tsx'),
})

/** The provider's own staff. */
export const pspUsers = defineList({
  route: '/psp/users',
  label: 'psp_users',
  icon: IconUsers,
  entity: 'psp_user',
  add: { label: 'users.invite', roles: anyUserRoles.create },
  page: () => import('./provider-user.page.tsx'),
  panel: () => import('./provider-user.panel.tsx'),
})
