import { IconBuildingStore } from '@tabler/icons-react'
import { defineList } from '../platform/screen/screen.ts'

export const merchants = defineList({
  route: '/psp/merchants',
  label: 'psp_merchants',
  icon: IconBuildingStore,
  entity: 'merchant',
  initial: { active: 'true' },
  rowAt: '/psp/merchants/$id:/transactions',
  page: () => import('./merchant.page.tsx'),
})
