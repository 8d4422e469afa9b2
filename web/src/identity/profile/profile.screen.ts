import { anyone } from '@kontor/contract/roles'
import { defineInner } from '../../platform/screen/screen.ts'

export const profile = defineInner({
  route: '/profile',
  label: 'profile',
  roles: anyone,
  page: () => import('./profile.page.tsx'),
})
