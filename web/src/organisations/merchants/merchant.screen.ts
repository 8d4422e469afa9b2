import { IconBuildingStore } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

export const merchants = defineList({
  route: '/psp/merchants',
  label: 'psp_merchants',
  icon: IconBuildingStore,
  entity: 'merchant',
  initial: { active: 'true', _sort: '-amount' },
  // A search leads into the merchant's view; in the list a row opens its panel.
  rowAt: '/psp/merchants/$id:/transactions',
  add: { label: 'merchants.add' },
  page: () => import('./merchant.page.tsx'),
  panel: () => import('./merchant.panel.tsx'),
  panelAt: 'details',
})
