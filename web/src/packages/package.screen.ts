import { providerEntityRoles } from '@kontor/contract/roles'
import { IconPackage } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

const roles = providerEntityRoles('PSP_PACKAGE')

export const packages = defineList({
  entity: 'package',
  route: '/psp/finance/packages',
  label: 'packages',
  icon: IconPackage,
  roles: roles.list,
  withCollecting: true,
  add: { label: 'packages.add', roles: roles.create },
  page: () => import('./package.page.tsx'),
  panel: () => import('./package.panel.tsx'),
})
