import { statisticsRoles } from '@kontor/contract/roles'
import { IconUsersGroup } from '@tabler/icons-react'
import { defineScreen } from '../platform/screen/screen.ts'

export const rfm = defineScreen({
  route: '/customers/rfm',
  label: 'rfm',
  icon: IconUsersGroup,
  roles: statisticsRoles('CUSTOMER'),
  page: () => import('./rfm.page.tsx'),
})
