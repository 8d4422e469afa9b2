import { IconBuildingStore } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

export const merchants = defineList({
  route: '/psp/merchants',
  label: 'psp_merchants',
  icon: IconBuildingStore,
  entity: 'merchant',
  initial: { active: 'true' },
  page: () => import('./merchant.page.tsx'),
})
