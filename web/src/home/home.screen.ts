import { anyone } from '@kontor/contract/roles'
import { IconHome } from '@tabler/icons-react'
import { defineScreen } from '../platform/screen/screen.ts'

/** The root, to which a person is sent who signs in or lacks a role. Its cards depend on the roles. */
export const home = defineScreen({
  route: '/',
  label: 'home',
  roles: anyone,
  icon: IconHome,
  page: () => import('./home.page.tsx'),
})
